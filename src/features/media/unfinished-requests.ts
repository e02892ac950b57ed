import { type EventRecord, findEvents } from '../events/find-events.service.ts';
import { type MediaFilter, MediaModel, type StoredMedia } from './media.model.ts';

/** How long a request may take between storing what was asked and enqueueing its job, in milliseconds. */
const ENQUEUED_WITHIN = 60_000;

/** Clips whose process may have crashed between storing what was asked and enqueueing its job, with their events. */
export async function unfinishedRequests(
  asked: MediaFilter,
  now: number,
): Promise<{ media: StoredMedia; event: EventRecord }[]> {
  const stuck: MediaFilter = { ...asked, deletedAt: null, updatedAt: { $lt: new Date(now - ENQUEUED_WITHIN) } };
  const clips = await MediaModel.find(stuck).limit(100).lean<StoredMedia[]>();
  const events = await findEvents([...new Set(clips.map(({ eventId }) => String(eventId)))]);
  const byId = new Map(events.map((event) => [event.id, event]));
  return clips.flatMap((media) => {
    const event = byId.get(String(media.eventId));
    return event ? [{ media, event }] : [];
  });
}
