import { join } from 'node:path';
import { withNiceness } from '../../platform/ffmpeg/niceness.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import type { filmJobs } from '../../shared/jobs.ts';
import { findEvent } from '../events/find-events.service.ts';
import { AHEAD_NICENESS } from './ahead.ts';
import { prepareTransitions } from './film-timeline.ts';
import { removeOldParts } from './unused-parts.ts';

/** Runs `film.transitions`. A change of the order or of a clip cancels it and enqueues the next. */
export const transitionsWork: Work<JobData<typeof filmJobs.transitions>> = {
  async run({ eventId }, { signal }) {
    const event = await findEvent(eventId);
    if (!event || event.status === 'deleted') return;
    const keys = await withTempFolder(join(platform().config.varDir, 'tmp'), (folder) =>
      withNiceness(AHEAD_NICENESS, () => prepareTransitions(event, folder, signal)),
    );
    await removeOldParts(eventId, keys, signal);
  },
};
