import { platform } from '../../platform/platform.ts';
import { filmJobs } from '../../shared/jobs.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { MediaModel } from './media.model.ts';
import { clipsOnTimeline } from './media.queries.ts';

/* Clips that arrive after publishing, or just after closing, wait for the organiser's decision. */

/** Several decisions in a row make one new version. */
const GATHERED = 5 * 60_000;
/** Time to render the new version before delivery. */
const AHEAD = 15 * 60_000;

/** Schedules a new version of a planned gift with the accepted late clips. Idempotent. */
export async function planLateVersion(event: EventRecord): Promise<void> {
  if (!isPlanned(event)) return;
  const inTime = Math.min(Date.now() + GATHERED, Number(event.deliverAt) - AHEAD);
  const eventId = event.id;
  await platform().queue.enqueue(filmJobs.lateClips, { eventId }, { runAt: new Date(inTime), uniqueKey: eventId });
}

/** Whether the gift is published and scheduled. */
export function isPlanned({ deliveryId, deliverAt, currentFilmId }: EventRecord): boolean {
  return Boolean(deliveryId && currentFilmId && deliverAt && deliverAt > new Date());
}

/** Whether an accepted late clip is missing in a film. */
export async function missesLateClips(event: EventRecord, clipIds: readonly string[]): Promise<boolean> {
  const clips = await clipsOnTimeline(event.id, event.order);
  return clips.some(
    ({ _id, late, status }) => late === 'answered' && status !== 'failed' && !clipIds.includes(String(_id)),
  );
}

/** If publishing made no film, only clips that arrived after closing stay late. Idempotent. */
export async function forgetLateness(eventId: string): Promise<void> {
  const event = await findEvent(eventId);
  if (!event || event.currentFilmId) return;
  await MediaModel.updateMany({ eventId, late: { $ne: null }, cameAfterClosing: { $ne: true } }, { late: null });
}
