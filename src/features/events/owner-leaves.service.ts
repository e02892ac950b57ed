import { getUsers } from '../users/users.service.ts';
import { creatorNameOf } from './creator-name.ts';
import { eventDeleted } from './domain-events.ts';
import { EventModel, Types } from './event.model.ts';
import { isGiven } from './event-facts.service.ts';
import { emitEventNews } from './event-news.ts';
import { eachEvent } from './event-record.ts';
import type { EventRecord } from './find-events.service.ts';
import { ORPHANED, ownedBy } from './ownership.ts';

/* What happens to a deleted user's events; see src/decisions/0013-account-data.md. */

type Fate = { goes: 'to'; heir: { id: string; firstName: string } } | { goes: 'to-recipient' } | { goes: 'away' };

/** Events that a user has delivered and whose recipients keep them. */
export async function eventsGivenBy(userId: string): Promise<string[]> {
  const given: string[] = [];
  for await (const event of eventsOf(userId)) {
    if ((await fateOf(event)).goes === 'to-recipient') given.push(event.id);
  }
  return given;
}

/**
 * Separates a deleted user from their events: another organiser inherits, delivered gifts stay for their recipients
 * without personal data of the user, and others are purged by the next clean-up. Idempotent.
 */
export async function leaveEvents(userId: string): Promise<void> {
  const _id = new Types.ObjectId(userId);
  await EventModel.updateMany({ organiserIds: _id }, { $pull: { organiserIds: _id } });
  for await (const event of eventsOf(userId)) await part(event, await fateOf(event));
}

async function part(event: EventRecord, fate: Fate): Promise<void> {
  const own = { _id: event.id, creatorId: event.creatorId };
  if (fate.goes === 'to') {
    const { id } = fate.heir;
    await EventModel.updateOne(own, {
      $set: { ...ownedBy(id), creatorName: creatorNameOf(fate.heir) },
      $pull: { organiserIds: new Types.ObjectId(id) },
    });
  } else if (fate.goes === 'to-recipient') {
    const recipients = event.recipients.map(({ id, firstName, lastName }) => ({ id, firstName, lastName }));
    await EventModel.updateOne(own, { $set: { ...FORGOTTEN, ...ORPHANED, recipients } });
  } else {
    // Purge it at once, so that it can't be restored.
    await EventModel.updateOne(own, {
      $set: { ...FORGOTTEN, ...ORPHANED, status: 'deleted', statusBefore: null, deletedAt: new Date(0) },
    });
    await emitEventNews(eventDeleted, event.id);
  }
}

/** Personal data and plans of the creator. No one is left to accept clips. */
const FORGOTTEN = {
  creatorName: null,
  organiserIds: [],
  message: '',
  prompts: [],
  deadline: null,
  acceptsClips: false,
  deliverAt: null,
  deliveryId: null,
  deliveryMessage: null,
  planBefore: null,
  analyticsClientId: null,
};

async function fateOf(event: EventRecord): Promise<Fate> {
  if (event.status === 'deleted') return { goes: 'away' };
  const organisers = await getUsers(event.organiserIds);
  const heir = event.organiserIds.map((id) => organisers.find((each) => each.id === String(id))).find(Boolean);
  if (heir) return { goes: 'to', heir };
  return isGiven(event) && event.currentFilmId ? { goes: 'to-recipient' } : { goes: 'away' };
}

function eventsOf(userId: string): AsyncIterable<EventRecord> {
  return eachEvent(ownedBy(userId));
}
