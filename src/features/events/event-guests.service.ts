import { EventModel, type StoredEvent } from './event.model.ts';
import { toEventRecord } from './event-record.ts';
import type { EventRecord } from './find-events.service.ts';

/** Remembers that an event has a guest list. Call it before the first guest is stored. */
export async function markGuests({ id, hasGuests }: Pick<EventRecord, 'id' | 'hasGuests'>): Promise<void> {
  if (!hasGuests) await EventModel.updateOne({ _id: id }, { $set: { hasGuests: true } });
}

/** Events with a guest list whose deadline falls between two moments. */
export async function eventsWithGuests(from: Date, to: Date): Promise<EventRecord[]> {
  const found = await EventModel.find({ hasGuests: true, deadline: { $gt: from, $lte: to } }).lean<StoredEvent[]>();
  return found.map((event) => toEventRecord(event));
}

/** Those of these users who created an event that is not deleted. */
export async function makersAmong(userIds: readonly string[]): Promise<Set<string>> {
  const known = { creatorId: { $in: userIds }, status: { $ne: 'deleted' as const } };
  const found = await EventModel.find(known, { creatorId: 1 }).lean<Pick<StoredEvent, 'creatorId'>[]>();
  return new Set(found.map(({ creatorId }) => String(creatorId)));
}
