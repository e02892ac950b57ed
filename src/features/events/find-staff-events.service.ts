import { pageOf, pastId } from '../../platform/database/by-id.ts';
import { searchStages, startingWith } from '../../platform/database/search-words.ts';
import type { EventShow } from '../../shared/contracts/staff-events.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { COUNTED_MAX } from '../../shared/limits.ts';
import { type EventFilter, EventModel, type StoredEvent, Types } from './event.model.ts';
import { toEventRecord } from './event-record.ts';
import { type EventRecord, findEvent } from './find-events.service.ts';

/** Events that a search answers at most. */
const FOUND = 50;
const UUID_PART = /^[0-9a-f]{4,8}(-[0-9a-f-]*)?$/;
/** Drafts belong to a browser, and are nobody else’s business. */
const OWNED = { ownership: { $ne: 'draft' as const } };
const KEY_PART = /^[pv][0-9A-Za-z]{3,22}$/;

/** Events of accounts, newest first, by pages. `total` stops past `COUNTED_MAX`. */
export async function listForStaff({
  show,
  cursor,
  limit,
}: {
  show: EventShow;
  cursor?: string | undefined;
  limit: number;
}): Promise<{ events: EventRecord[]; total: number; nextCursor: string | null }> {
  const filter: EventFilter = { ...(show !== 'all' && { status: show }), ...OWNED };
  const [found, counted] = await Promise.all([
    EventModel.find({ ...filter, ...pastId(cursor) })
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean<StoredEvent[]>(),
    // Read in the order of an index, which counting by this filter does not do.
    EventModel.find(filter, { _id: 1 })
      .sort({ _id: -1 })
      .limit(COUNTED_MAX + 1)
      .lean(),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return { events: shown.map((event) => toEventRecord(event)), total: counted.length, nextCursor };
}

/**
 * Events whose id is this, or whose uuid, keys or people begin like it, or that one of these users made; the newest of
 * them first, 50 at most. Costs the same however many events there are.
 */
export async function searchForStaff(text: string, creatorIds: readonly string[]): Promise<EventRecord[]> {
  const q = text.trim();
  if (kindOfKey(q))
    return [await findEvent(q)].filter((event) => event !== null && event.ownership !== 'draft') as EventRecord[];
  const stages = searchStages(q, FOUND, OWNED);
  const asked: EventFilter[] = [
    ...(UUID_PART.test(q) ? [{ uuid: startingWith(q) }] : []),
    ...(KEY_PART.test(q) ? [{ [q.startsWith('p') ? 'privateKey' : 'viewKey']: startingWith(q) }] : []),
    ...(creatorIds.length > 0 ? [{ creatorId: { $in: creatorIds.map((id) => new Types.ObjectId(id)) } }] : []),
  ];
  const [byWord, ...others] = await Promise.all([
    stages ? EventModel.aggregate<StoredEvent>(stages) : [],
    ...asked.map((filter) =>
      EventModel.find({ ...filter, ...OWNED })
        .limit(FOUND)
        .lean<StoredEvent[]>(),
    ),
  ]);
  const unique = new Map([...byWord, ...others.flat()].map((event) => [String(event._id), event]));
  return [...unique.values()]
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, FOUND)
    .map((event) => toEventRecord(event));
}
