import type { ContractData } from '../../shared/contract.ts';
import type { openedEvent } from '../../shared/contracts/deliveries.ts';
import { may } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { isWithheld, notOpenYet } from './embargo.service.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { tellMakers } from './event-sockets.service.ts';
import type { SeenEvent } from './events.access.ts';
import { eventPools } from './events.parts.ts';
import { afterOpening } from './follow-ups.ts';
import { tellNews } from './makers-news.service.ts';

/**
 * Records the first unwrapping in a recipient's browser, never by creator or staff. Also counts as delivery if the
 * organiser passed on the link. WRONG_STATE during the embargo.
 */
export async function markOpened(
  { event, roles }: Pick<SeenEvent, 'event' | 'roles'>,
  viewer: Viewer,
): Promise<ContractData<typeof openedEvent>> {
  if (!may(roles, 'gift.open')) return { openedAt: event.openedAt?.toISOString() ?? null, hasReward: false };
  const isStaffs = viewer.isImpersonated || viewer.user?.waitingRole !== undefined;
  if (isStaffs || !event.currentFilmId) return { openedAt: null, hasReward: false };
  if (await isWithheld(event)) throw notOpenYet();
  const now = new Date();
  const set = await EventModel.updateOne(
    { _id: event.id, openedAt: null },
    { $set: { openedAt: now, followUp: afterOpening(now) } },
  );
  await markGivenByOpening(event.id);
  const hasReward = await eventPools().holdsGift(event.id);
  if (set.modifiedCount === 0) {
    const opened = await EventModel.findById(event.id, { openedAt: 1 }).lean<Pick<StoredEvent, 'openedAt'>>();
    return { openedAt: opened?.openedAt?.toISOString() ?? null, hasReward };
  }
  tellMakers(event.id);
  await tellNews({ eventId: event.id, type: 'opened', key: '' });
  return { openedAt: now.toISOString(), hasReward };
}

/** An opened gift counts as delivered. Idempotent steps, as a crash may come between. */
async function markGivenByOpening(eventId: string): Promise<void> {
  const opened = { _id: eventId, openedAt: { $ne: null } };
  await EventModel.updateOne({ ...opened, deliveredAt: null }, { $set: { deliveredAt: new Date() } });
  await EventModel.updateOne(
    { ...opened, status: 'finalized' },
    { $set: { status: 'delivered', statusBefore: 'finalized' } },
  );
}
