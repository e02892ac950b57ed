import { platform } from '../../platform/platform.ts';
import { filmJobs } from '../../shared/jobs.ts';
import { eventTag } from './event-work.service.ts';
import type { EventRecord } from './find-events.service.ts';

/** Debounce in milliseconds: people move several clips one after the other. */
const TRANSITIONS_AFTER = 5000;
/** Expected CPU seconds of a transition between two clips, and of the names and captions over one. */
const TRANSITION_COST = 1;
const NAMES_COST = 3;
const CAPTIONS_COST = 8;

/**
 * Makes the film's transitions, collages and photo sequences ahead, once its order has settled: an earlier job is cancelled. What it made
 * stays, as all parts are stored by what they show.
 */
export async function askForTransitions(event: EventRecord): Promise<void> {
  const hasBeats = event.trackId !== null && event.photoSeconds !== null;
  if (event.transition !== 'soft' || event.themeId !== null || hasBeats) await askForParts(event);
}

/** The same with names and captions over clips, after a change of clips or of the film's style. */
export async function askForFilmParts(event: EventRecord): Promise<void> {
  if (event.showsNames || event.showsCaptions) await askForParts(event);
  else await askForTransitions(event);
}

/** Makes the parts of clips with captions over them ahead, if the film has them in its picture. */
export async function askForCaptions(event: EventRecord): Promise<void> {
  if (event.showsCaptions) await askForParts(event);
}

async function askForParts({ id, showsNames, showsCaptions, order }: EventRecord): Promise<void> {
  const over = (showsNames ? NAMES_COST : 0) + (showsCaptions ? CAPTIONS_COST : 0);
  const tag = `transitions:${id}`;
  await platform().queue.cancelAll(tag);
  await platform().queue.enqueue(
    filmJobs.transitions,
    { eventId: id },
    {
      runAt: new Date(Date.now() + TRANSITIONS_AFTER),
      groups: [eventTag(id)],
      cost: (order.length + 1) * TRANSITION_COST + order.length * over,
      tags: [tag, eventTag(id)],
    },
  );
}
