import { platform } from '../../platform/platform.ts';
import { eventTag } from '../events/event-work.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { startPreparing } from './preparing.ts';
import { releaseSeconds } from './queued-seconds.ts';

/* What becomes of an event's jobs when it is deleted or brought back. Both may be repeated. */

/** Stops everything that is being made of a deleted event. */
export async function stopEventJobs(eventId: string): Promise<void> {
  await platform().queue.cancelAll(eventTag(eventId));
  for (const { _id } of await waitingClips(eventId)) await releaseSeconds(String(_id));
}

/** Goes on with the clips of an event that was brought back. */
export async function resumeEventJobs(eventId: string): Promise<void> {
  const event = await findEvent(eventId);
  if (!event) return;
  for (const clip of await waitingClips(eventId)) await startPreparing(clip, event);
}

async function waitingClips(eventId: string): Promise<StoredMedia[]> {
  return MediaModel.find({ eventId, status: 'processing', deletedAt: null }).lean<StoredMedia[]>();
}
