import { platform } from '../../platform/platform.ts';
import { findEvent, findEvents } from '../events/find-events.service.ts';
import { mediaJobs } from './job-types.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { clipTag, startPreparing } from './preparing.ts';
import { segmentFolder } from './segments.ts';

/**
 * Prepares segments again that can't be joined, such as those of another encoder. Deletes their files, so that titles
 * are redrawn too; the film waits for the clips.
 */
export async function prepareAgain(eventId: string, segmentKeys: readonly string[]): Promise<void> {
  const { store } = platform();
  for (const key of segmentKeys) {
    for await (const file of store.list(`${segmentFolder(eventId, key)}/`)) await store.remove(file.key);
  }
  const event = await findEvent(eventId);
  if (!event) return;
  const clips = await MediaModel.find({ eventId, 'prepared.segmentKey': { $in: segmentKeys } }).lean<StoredMedia[]>();
  for (const clip of clips) {
    const again = await MediaModel.findOneAndUpdate(
      { _id: clip._id, generation: clip.generation },
      { $set: { status: 'processing', progress: 0, error: null }, $inc: { generation: 1 } },
      { returnDocument: 'after' },
    ).lean<StoredMedia>();
    if (again) await startPreparing(again, event);
  }
}

const STEPS: readonly string[] = [mediaJobs.poster.name, mediaJobs.look.name, mediaJobs.prepare.name];

/** Whether jobs of a type prepare a clip: cancelled ones are enqueued again, as long as their clip waits. */
export function isPreparation(jobType: string): boolean {
  return STEPS.includes(jobType);
}

/** Enqueues the preparation of clips that wait for one, so that a crash leaves none in "processing". */
export async function rescueWaiting(): Promise<number> {
  const stale = { status: 'processing' as const, deletedAt: null, updatedAt: { $lt: new Date(Date.now() - 60_000) } };
  const eventIds = await MediaModel.distinct('eventId', stale);
  const found = await findEvents(eventIds.map(String));
  // Clips of a deleted event wait until it is restored.
  const events = new Map(found.filter(({ status }) => status !== 'deleted').map((event) => [event.id, event]));
  const waiting = await MediaModel.find({ ...stale, eventId: { $in: [...events.keys()] } })
    .limit(200)
    .lean<StoredMedia[]>();
  for (const media of waiting) {
    const event = events.get(String(media.eventId));
    const isQueued = await platform().queue.hasJobs(clipTag(String(media._id)));
    if (event && !isQueued) await startPreparing(media, event);
  }
  return waiting.length;
}
