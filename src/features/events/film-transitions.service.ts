import { platform } from '../../platform/platform.ts';
import { filmJobs } from '../../shared/jobs.ts';
import { eventTag } from './event-work.service.ts';
import type { EventRecord } from './find-events.service.ts';

/** Debounce in milliseconds: people move several clips one after the other. */
const TRANSITIONS_AFTER = 5000;
/** Expected CPU seconds of a transition between two clips, and of the names over one. */
const TRANSITION_COST = 1;
const NAMES_COST = 3;

/**
 * Makes the film's transitions and collages ahead, once its order has settled: an earlier job is cancelled. What it made
 * stays, as all parts are stored by what they show.
 */
export async function askForTransitions(event: EventRecord): Promise<void> {
  if (event.transition !== 'soft' || event.themeId !== null) await askForParts(event);
}

/** The same with the names over clips, after a change of clips or of the film's style. */
export async function askForFilmParts(event: EventRecord): Promise<void> {
  if (event.showsNames) await askForParts(event);
  else await askForTransitions(event);
}

async function askForParts({ id, showsNames, order }: EventRecord): Promise<void> {
  const tag = `transitions:${id}`;
  await platform().queue.cancelAll(tag);
  await platform().queue.enqueue(
    filmJobs.transitions,
    { eventId: id },
    {
      runAt: new Date(Date.now() + TRANSITIONS_AFTER),
      groups: [eventTag(id)],
      cost: (order.length + 1) * TRANSITION_COST + (showsNames ? order.length * NAMES_COST : 0),
      tags: [tag, eventTag(id)],
    },
  );
}
