import { JobPostponed } from '../../platform/job-queue.ts';
import { findEvent } from '../events/find-events.service.ts';
import { rescueWaiting } from '../media/prepare-again.service.ts';
import { timelineClips } from '../media/timeline-clips.service.ts';
import { RenderJobModel, type StoredRenderJob } from './film.model.ts';

/** How long a render waits for clips being prepared, in milliseconds. */
const PATIENCE = 10 * 60_000;
/** Milliseconds between two looks: the longer it has waited, the less a moment matters. */
const LOOK_AGAIN = { first: 200, longest: 2000 };

/**
 * Includes clips that arrived just before publishing; a stuck one does not block forever. Throws JobPostponed while there
 * are some, so that other films are made meanwhile.
 */
export async function waitForClips(job: StoredRenderJob, tell: (words: string) => Promise<void>): Promise<void> {
  const event = await findEvent(String(job.eventId));
  const clips = event ? await timelineClips(String(job.eventId), event.order) : [];
  const waiting = clips.filter(({ status }) => status === 'processing' || status === 'uploading').length;
  const since = job.waitsSince ?? new Date();
  const waited = Date.now() - since.getTime();
  if (waiting === 0 || waited >= PATIENCE) {
    if (job.waitsSince) await RenderJobModel.updateOne({ _id: job._id }, { $set: { waitsSince: null } });
    return;
  }
  if (!job.waitsSince) {
    await RenderJobModel.updateOne({ _id: job._id }, { $set: { waitsSince: since } });
    await rescueWaiting();
  }
  const words = waiting === 1 ? 'Waiting for one clip' : `Waiting for ${waiting} clips`;
  if (words !== job.step) await tell(words);
  throw new JobPostponed(Math.min(LOOK_AGAIN.first + waited / 10, LOOK_AGAIN.longest));
}
