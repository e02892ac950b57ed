import { join } from 'node:path';
import { withNiceness } from '../../platform/ffmpeg/niceness.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import type { filmJobs } from '../../shared/jobs.ts';
import { askForFilmParts } from '../events/film-transitions.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { AHEAD_NICENESS } from './ahead.ts';
import { prepareTitles, titlesMark } from './film-timeline.ts';
import { removeOldCards } from './unused-parts.ts';

/** Runs `film.titles`. Checks again at its end, because changes during a run enqueue nothing. */
export const titlesWork: Work<JobData<typeof filmJobs.titles>> = {
  async run({ eventId }, { signal }) {
    for (;;) {
      const event = await findEvent(eventId);
      if (!event || event.status === 'deleted') return;
      const drawn = await withTempFolder(join(platform().config.varDir, 'tmp'), (folder) =>
        withNiceness(AHEAD_NICENESS, () => prepareTitles(event, folder, signal)),
      );
      const now = await findEvent(eventId);
      if (now && drawn !== (await titlesMark(now))) continue;
      // The clips have changed, or the cards, which are neighbours too.
      if (now) await askForFilmParts(now);
      if (drawn) await removeOldCards(eventId, drawn.split(' '), signal);
      return;
    }
  },
};
