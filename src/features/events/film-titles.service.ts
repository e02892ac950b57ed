import { platform } from '../../platform/platform.ts';
import { filmJobs } from '../../shared/jobs.ts';
import { eventTag } from './event-work.service.ts';

/** Debounce in milliseconds, to draw several changes at once. */
const TITLES_AFTER = 3000;
/** Expected CPU seconds for both titles. */
const TITLES_COST = 5;

/** Renders the film's titles ahead, so that publishing only joins. */
export async function askForTitles(eventId: string): Promise<void> {
  const runAt = new Date(Date.now() + TITLES_AFTER);
  const group = eventTag(eventId);
  const options = { uniqueKey: eventId, runAt, groups: [group], cost: TITLES_COST, tags: [group] };
  await platform().queue.enqueue(filmJobs.titles, { eventId }, options);
}
