import { UNCLAIMED_KEPT } from '../../shared/limits.ts';
import { wordsOf } from '../../shared/search-words.ts';
import { paidForEvents } from '../orders/orders.service.ts';
import { eventDeleted } from './domain-events.ts';
import { EventModel, Types } from './event.model.ts';
import { titleOf } from './event-facts.service.ts';
import { emitEventNews } from './event-news.ts';
import { type EventRecord, findEvents } from './find-events.service.ts';

/* Events created in a browser that moved to no account at sign-in. */

export interface UnclaimedEvent {
  id: string;
  title: string;
}

/** Gives a session's events to the user who signed in. */
export async function claimPreparedEvents(
  user: { id: string; firstName: string },
  eventIds: readonly string[],
): Promise<number> {
  const ids = eventIds.filter((id) => Types.ObjectId.isValid(id)).map((id) => new Types.ObjectId(id));
  if (ids.length === 0) return 0;
  const claimed = await EventModel.updateMany(
    { _id: { $in: ids }, creatorId: null },
    { $set: { creatorId: new Types.ObjectId(user.id), creatorName: user.firstName || null } },
  );
  return claimed.modifiedCount;
}

/** Those among `ids` that are still unclaimed. */
export async function listUnclaimed(ids: readonly string[]): Promise<UnclaimedEvent[]> {
  return (await findUnclaimed(ids)).map((event) => ({ id: event.id, title: titleOf(event) }));
}

/** The same, for somebody of this name: that is what their maker knows, and the next person at the same browser does not. */
export async function listUnclaimedFor(ids: readonly string[], name: string): Promise<UnclaimedEvent[]> {
  const given = plain(name);
  const found = (await findUnclaimed(ids)).filter(({ recipients }) =>
    recipients.some(({ firstName, lastName }) =>
      [firstName, `${firstName} ${lastName ?? ''}`].map(plain).includes(given),
    ),
  );
  return found.map((event) => ({ id: event.id, title: titleOf(event) }));
}

/**
 * Deletes events that belong to no account, were not paid for and have not changed for 30 days: the browser's session is over by then. They skip
 * the bin, so the clean-up that follows purges them with their files. Answers how many there were.
 */
export async function expireUnclaimed(now = Date.now()): Promise<number> {
  const isOver = {
    creatorId: null,
    status: 'active' as const,
    updatedAt: { $lt: new Date(now - UNCLAIMED_KEPT) },
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

async function findUnclaimed(ids: readonly string[]): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  return (await findEvents(ids)).filter(({ creatorId, status }) => creatorId === null && status !== 'deleted');
}

/** Without what people write now this way and now that. */
function plain(name: string): string {
  return wordsOf(name).join(' ') || name.trim();
}
