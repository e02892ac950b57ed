import { platform } from '../../platform/platform.ts';
import { filmJobs } from '../../shared/jobs.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { MediaModel } from './media.model.ts';
import { clipsOnTimeline } from './media.queries.ts';

/* Clips that come after the film was published, or arrive when the event has just closed, wait until the organiser has answered. */

/** Several answers given in a row make one new version. */
const GATHERED = 5 * 60_000;
/** Time to make the new version before the gift goes out. */
const AHEAD = 15 * 60_000;

/** Plans a new version of a gift that is going to be given, for the late clips that were taken in. May be repeated. */
export async function planLateVersion(event: EventRecord): Promise<void> {
  if (!isPlanned(event)) return;
  const inTime = Math.min(Date.now() + GATHERED, Number(event.deliverAt) - AHEAD);
  const eventId = event.id;
  await platform().queue.enqueue(filmJobs.lateClips, { eventId }, { runAt: new Date(inTime), uniqueKey: eventId });
}

/** Whether the gift is made and goes out by itself. */
export function isPlanned({ deliveryId, deliverAt, currentFilmId }: EventRecord): boolean {
  return Boolean(deliveryId && currentFilmId && deliverAt && deliverAt > new Date());
}

/** Whether a late clip that was taken in is missing among those of a film. */
export async function missesLateClips(event: EventRecord, clipIds: readonly string[]): Promise<boolean> {
  const clips = await clipsOnTimeline(event.id, event.order);
  return clips.some(
    ({ _id, late, status }) => late === 'answered' && status !== 'failed' && !clipIds.includes(String(_id)),
  );
}

/** Where no film came of publishing, no clip is late but what arrived after the event had closed. May be repeated. */
export async function forgetLateness(eventId: string): Promise<void> {
  const event = await findEvent(eventId);
  if (!event || event.currentFilmId) return;
  await MediaModel.updateMany({ eventId, late: { $ne: null }, cameAfterClosing: { $ne: true } }, { late: null });
}
