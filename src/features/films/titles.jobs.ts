import { join } from 'node:path';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { filmTitlesJob } from '../../shared/jobs.ts';
import { findEvent } from '../events/events.service.ts';
import { prepareTitles } from './film-timeline.ts';

/** Does `film.titles`. */
export function handleTitleJobs(queue: Queue): void {
  queue.handle(filmTitlesJob, async ({ eventId }, { signal }) => {
    const event = await findEvent(eventId);
    if (!event) return;
    await withTempFolder(join(platform().config.varDir, 'tmp'), (folder) => prepareTitles(event, folder, signal));
  });
}
