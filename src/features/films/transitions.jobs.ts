import { join } from 'node:path';
import { withNiceness } from '../../platform/ffmpeg/niceness.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import type { filmJobs } from '../../shared/jobs.ts';
import { findEvent } from '../events/find-events.service.ts';
import { AHEAD_NICENESS } from './ahead.ts';
import { prepareTransitions } from './film-timeline.ts';
import { ordinaryKey } from './render/cards.ts';
import { shelfOf } from './shelved-segments.ts';

/** Runs `film.transitions`. A change of the order or of a clip cancels it and enqueues the next. */
export const transitionsWork: Work<JobData<typeof filmJobs.transitions>> = {
  async run({ eventId }, { signal }) {
    const event = await findEvent(eventId);
    if (!event || event.status === 'deleted') return;
    const keys = await withTempFolder(join(platform().config.varDir, 'tmp'), (folder) =>
      withNiceness(AHEAD_NICENESS, () => prepareTransitions(event, folder, signal)),
    );
    await removeUnused(eventId, new Set(keys), signal);
  },
};

/** Transitions, clips with names or captions, collages, text cards in a theme, and photos on beats. */
const PREFIXES = ['join-', 'name-', 'said-', 'collage-', 'text-', 'beat-'];
/** A render may still read a part that has no place any more; after a day none does. */
const UNUSED_AFTER = 24 * 3_600_000;

/** In any frame: a part in another shape goes with the ordinary one. */
async function removeUnused(eventId: string, used: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
  const { store } = platform();
  for await (const { key, modifiedAt } of store.list(shelfOf(eventId, ''))) {
    // The film has changed, and may use other parts.
    signal.throwIfAborted();
    const part = ordinaryKey(key.split('/').at(-2) ?? '');
    const isOld = modifiedAt.getTime() < Date.now() - UNUSED_AFTER;
    if (isOld && PREFIXES.some((prefix) => part.startsWith(prefix)) && !used.has(part)) await store.remove(key);
  }
}
