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
 * Makes the film's transitions, names over clips and collages ahead, once its order has settled: an earlier job is cancelled. What it made stays, as
 * transitions are stored by their neighbours.
 */
export async function askForTransitions({ id, transition, showsNames, themeId, order }: EventRecord): Promise<void> {
  if (transition === 'soft' && !showsNames && themeId === null) return;
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
