import { AppError } from '../../platform/errors.ts';
import { EventModel, type StoredEvent, Types } from './event.model.ts';
import { tellMakers } from './event-sockets.service.ts';
import { requireChangeable } from './events.access.ts';
import { askForTransitions } from './film-transitions.service.ts';
import type { EventRecord } from './find-events.service.ts';

/** Appends a clip to the timeline; idempotent. */
export async function appendToTimeline(eventId: string, mediaId: string): Promise<void> {
  await EventModel.updateOne({ _id: eventId }, { $addToSet: { order: new Types.ObjectId(mediaId) } });
}

/** Moves a clip before or behind another one, or to the end. Retries after a concurrent change. */
export async function placeInTimeline(
  eventId: string,
  mediaId: string,
  place: { before: string } | { after: string } | 'end',
): Promise<void> {
  await changeOrder(eventId, (before) => {
    const others = before.filter((id) => id !== mediaId);
    const index = indexOf(others, place);
    return [...others.slice(0, index), mediaId, ...others.slice(index)];
  });
}

function indexOf(others: readonly string[], place: { before: string } | { after: string } | 'end'): number {
  if (place === 'end') return others.length;
  const found = others.indexOf('before' in place ? place.before : place.after);
  if (found < 0) return others.length;
  return 'before' in place ? found : found + 1;
}

/** Reorders the timeline; unknown ids are ignored, and clips that are not named keep their positions. */
export async function orderTimeline(event: EventRecord, mediaIds: string[]): Promise<{ mediaIds: string[] }> {
  requireChangeable(event);
  const ordered = await arrange(event.id, mediaIds);
  await askForTransitions(event);
  tellMakers(event.id);
  return { mediaIds: ordered };
}

/**
 * Reorders the named clips of the timeline; others (in the bin, or just added) keep their positions. Returns all ids in
 * order.
 */
async function arrange(eventId: string, mediaIds: readonly string[]): Promise<string[]> {
  return changeOrder(eventId, (before) => {
    const known = new Set(before);
    const named = [...new Set(mediaIds)].filter((id) => known.has(id));
    const isNamed = new Set(named);
    let next = 0;
    return before.map((id) => (isNamed.has(id) ? (named[next++] ?? id) : id));
  });
}

/** Changes the current order, and retries after a concurrent change. */
async function changeOrder(eventId: string, change: (before: string[]) => string[]): Promise<string[]> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const event = await EventModel.findById(eventId, { order: 1 }).lean<Pick<StoredEvent, 'order'>>();
    if (!event) return [];
    const order = change(event.order.map(String));
    const done = await EventModel.updateOne(
      { _id: eventId, order: event.order },
      { $set: { order: order.map((id) => new Types.ObjectId(id)) } },
    );
    if (done.matchedCount === 1) return order;
  }
  throw new AppError('WRONG_STATE', { message: 'Someone else was changing the order. Please try again.' });
}
