import { platform } from '../../platform/platform.ts';
import { eventTag } from '../events/event-work.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { startPreparing } from './preparing.ts';
import { releaseSeconds } from './queued-seconds.ts';

/* Cancels and resumes jobs when an event is deleted and restored. Idempotent. */

/** Cancels all jobs of a deleted event. */
export async function stopEventJobs(eventId: string): Promise<void> {
  await platform().queue.cancelAll(eventTag(eventId));
  for (const { _id } of await waitingClips(eventId)) await releaseSeconds(String(_id));
}

/** Resumes the preparation of a restored event's clips. */
export async function resumeEventJobs(eventId: string): Promise<void> {
  const event = await findEvent(eventId);
  if (!event) return;
  for (const clip of await waitingClips(eventId)) await startPreparing(clip, event);
}

async function waitingClips(eventId: string): Promise<StoredMedia[]> {
  return MediaModel.find({ eventId, status: 'processing', deletedAt: null }).lean<StoredMedia[]>();
}
