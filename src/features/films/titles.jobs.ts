import { join } from 'node:path';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { filmTitlesJob } from '../../shared/jobs.ts';
import { findEvent } from '../events/events.service.ts';
import { prepareTitles, titlesMark } from './film-timeline.ts';

/** Does `film.titles`. A change that comes while it draws finds it alive and enqueues nothing, so it looks again. */
export function handleTitleJobs(queue: Queue): void {
  queue.handle(filmTitlesJob, async ({ eventId }, { signal }) => {
    for (;;) {
      const event = await findEvent(eventId);
      if (!event || event.status === 'deleted') return;
      const drawn = await withTempFolder(join(platform().config.varDir, 'tmp'), (folder) =>
        prepareTitles(event, folder, signal),
      );
      const now = await findEvent(eventId);
      if (!now || drawn === (await titlesMark(now))) return;
    }
  });
}
