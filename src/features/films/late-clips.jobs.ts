import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import type { filmJobs } from '../../shared/jobs.ts';
import { findEvent } from '../events/find-events.service.ts';
import { isPlanned, missesLateClips } from '../media/late-clips.service.ts';
import { PublishedMediaModel, type StoredFilm } from './film.model.ts';
import { amountDue, startRender } from './publish-film.service.ts';

/**
 * Runs `film.late-clips`. Skips a longer film that is not paid. Does nothing during a render, which enqueues it again
 * when its film is done.
 */
export const lateClipsWork: Work<JobData<typeof filmJobs.lateClips>> = {
  async run({ eventId }) {
    const event = await findEvent(eventId);
    if (!event || !isPlanned(event) || (event.status !== 'finalized' && event.status !== 'delivered')) return;
    const film = await PublishedMediaModel.findById(event.currentFilmId, { clipIds: 1 }).lean<StoredFilm>();
    if (!film || !(await missesLateClips(event, film.clipIds ?? [])) || (await amountDue(event)) > 0) return;
    await startRender(event, event.creatorId);
  },
};
