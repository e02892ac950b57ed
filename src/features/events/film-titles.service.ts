import { platform } from '../../platform/platform.ts';
import { filmJobs } from '../../shared/jobs.ts';
import { eventTag } from './event-work.service.ts';

/** Milliseconds in which more may change before the titles are drawn for all of it. */
const TITLES_AFTER = 3000;
/** Expected CPU seconds of drawing both. */
const TITLES_COST = 5;

/** Has the film's titles drawn while people are still looking, so that publishing only joins. */
export async function askForTitles(eventId: string): Promise<void> {
  const runAt = new Date(Date.now() + TITLES_AFTER);
  const group = eventTag(eventId);
  const options = { uniqueKey: eventId, runAt, groups: [group], cost: TITLES_COST, tags: [group] };
  await platform().queue.enqueue(filmJobs.titles, { eventId }, options);
}
