import { setTimeout as delay } from 'node:timers/promises';
import { platform } from '../../platform/platform.ts';
import { withSharedReads } from '../../platform/read-once.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { present } from '../events/view-event.service.ts';
import { clipsVersion } from '../media/timeline-clips.service.ts';
import { previewOf } from './preview.service.ts';

/** Clips that change within this many milliseconds make one message. */
const TOGETHER = 100;

const waiting = new Set<string>();
const sending = new Set<Promise<void>>();

/** Sends an event's makers what follows from its clips, soon and once for several changes. */
export function announceClips(eventId: string): void {
  if (waiting.has(eventId)) return;
  waiting.add(eventId);
  const { log } = platform();
  const sent = delay(TOGETHER, undefined, { ref: false })
    .then(() => {
      waiting.delete(eventId);
      return sendNews(eventId);
    })
    .catch((error: unknown) => log.warn({ err: error, eventId }, 'could not notify makers of changed clips'))
    .finally(() => sending.delete(sent));
  sending.add(sent);
}

/** Resolves when all news announced so far is sent. */
export async function settleClipNews(): Promise<void> {
  await Promise.all(sending);
}

async function sendNews(eventId: string): Promise<void> {
  const found = await findEvent(eventId);
  if (!found) return;
  const event = withSharedReads(found);
  const [shown, preview, version] = await Promise.all([
    present(event, 'creator'),
    previewOf(event),
    clipsVersion(event),
  ]);
  const { counts, length, contributors, price, isFilmOutdated, filmHoldsWithdrawn, media = [] } = shown;
  emitToEvent(eventId, 'creator', 'clips:changed', {
    id: eventId,
    version,
    event: { counts, length, contributors, price, isFilmOutdated, filmHoldsWithdrawn },
    order: media.map(({ id }) => id),
    preview,
  });
}
