import { platform } from '../../platform/platform.ts';
import { filmTitlesJob } from '../../shared/jobs.ts';
import { eventTag } from './event-work.ts';

/** Milliseconds in which more may change before the titles are drawn for all of it. */
const TITLES_AFTER = 3000;

/** Has the film's titles drawn while people are still looking, so that publishing only joins. */
export async function askForTitles(eventId: string): Promise<void> {
  const runAt = new Date(Date.now() + TITLES_AFTER);
  await platform().queue.enqueue(filmTitlesJob, { eventId }, { uniqueKey: eventId, runAt, tags: [eventTag(eventId)] });
}
