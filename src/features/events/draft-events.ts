import { DRAFT_KEPT } from '../../shared/limits.ts';
import { wordsOf } from '../../shared/search-words.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { DraftEvent } from '../drafts/drafts.parts.ts';
import { paidForEvents } from '../orders/orders.service.ts';
import { keepTimeZone } from '../profiles/profiles.service.ts';
import { creatorNameOf } from './creator-name.ts';
import { eventDeleted } from './domain-events.ts';
import { EventModel, Types } from './event.model.ts';
import { titleOf } from './event-facts.service.ts';
import { emitEventNews } from './event-news.ts';
import { type EventRecord, findEvents } from './find-events.service.ts';
import { DRAFT, ownedBy } from './ownership.ts';

/* Events of browsers that no account owns yet. */

/** Makes drafts the events of a user; skips events of others. */
export async function takeOverEvents(
  user: { userId: string; firstName: string },
  eventIds: readonly string[],
): Promise<void> {
  const ids = eventIds.filter((id) => Types.ObjectId.isValid(id)).map((id) => new Types.ObjectId(id));
  if (ids.length === 0) return;
  await EventModel.updateMany(
    { _id: { $in: ids }, ownership: 'draft' },
    { $set: { ...ownedBy(user.userId), creatorName: creatorNameOf(user) } },
  );
  const taken = await findEvents(ids.map(String));
  const chosen = taken.find(({ creatorId, isZoneAssumed }) => creatorId === user.userId && !isZoneAssumed);
  await keepTimeZone(user.userId, chosen?.timeZone);
}

/** Who owns a new event: the viewer's account, or the browser until there is one. */
export function newOwner({ user }: Pick<Viewer, 'user'>) {
  return user ? { ...ownedBy(user.id), creatorName: creatorNameOf(user) } : { ...DRAFT, creatorName: null };
}

/** Those among `ids` that are still drafts. */
export async function listDrafts(ids: readonly string[]): Promise<DraftEvent[]> {
  return (await findDrafts(ids)).map(({ id, ...event }) => ({ id, title: titleOf(event) }));
}

/** The same, for recipients of this name: their maker knows it, and the next person at the same browser does not. */
export async function listDraftsFor(ids: readonly string[], name: string): Promise<DraftEvent[]> {
  const given = plain(name);
  const found = (await findDrafts(ids)).filter(({ recipients }) =>
    recipients.some(({ firstName, lastName }) =>
      [firstName, `${firstName} ${lastName ?? ''}`].map(plain).includes(given),
    ),
  );
  return found.map(({ id, ...event }) => ({ id, title: titleOf(event) }));
}

/**
 * Deletes unpaid drafts that have not changed for 30 days: the browser's session is over by then. They skip the bin, so
 * the clean-up that follows purges them with their files. Answers how many there were.
 */
export async function expireDrafts(now = Date.now()): Promise<number> {
  const isOver = {
    ownership: 'draft' as const,
    status: 'active' as const,
    updatedAt: { $lt: new Date(now - DRAFT_KEPT) },
  };
  const change = { $set: { status: 'deleted', deletedAt: new Date(0), deliverAt: null, deliveryId: null } } as const;
  let expired = 0;
  const ids = (await EventModel.find(isOver, { _id: 1 }).lean()).map(({ _id }) => String(_id));
  const paid = await paidForEvents(ids);
  for (const _id of ids.filter((id) => paid.get(id) === 0)) {
    if ((await EventModel.updateOne({ _id, ...isOver }, change)).modifiedCount === 0) continue;
    expired += 1;
    await emitEventNews(eventDeleted, _id);
  }
  return expired;
}

async function findDrafts(ids: readonly string[]): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  return (await findEvents(ids)).filter(({ ownership, status }) => ownership === 'draft' && status !== 'deleted');
}

/** Without differences in accents, case and spaces. */
function plain(name: string): string {
  return wordsOf(name).join(' ') || name.trim();
}
