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

/** The same once an accepted late clip can be played, which may have been accepted before. Idempotent. */
export async function planWithReady(mediaId: string): Promise<void> {
  const clip = await MediaModel.findOne({ _id: mediaId, late: 'answered', status: 'ready' }, { eventId: 1 }).lean();
  const event = clip && (await findEvent(String(clip.eventId)));
  if (event) await planLateVersion(event);
}

/** Whether the gift is published and scheduled. */
export function isPlanned({ deliveryId, deliverAt, currentFilmId }: EventRecord): boolean {
  return Boolean(deliveryId && currentFilmId && deliverAt && deliverAt > new Date());
}

/** Whether an accepted late clip is missing in a film that could have it: one in preparation is planned for once it is ready. */
export async function missesLateClips(event: EventRecord, clipIds: readonly string[]): Promise<boolean> {
  const clips = await clipsOnTimeline(event.id, event.order);
  return clips.some(
    ({ _id, late, status }) => late === 'answered' && status === 'ready' && !clipIds.includes(String(_id)),
  );
}

/** If publishing made no film, only clips that arrived after closing stay late. Idempotent. */
export async function forgetLateness(eventId: string): Promise<void> {
  const event = await findEvent(eventId);
  if (!event || event.currentFilmId) return;
  await MediaModel.updateMany({ eventId, late: { $ne: null }, cameAfterClosing: { $ne: true } }, { late: null });
}
