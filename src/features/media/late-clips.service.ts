import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { UpdateMediaBody } from '../../shared/contracts/media.ts';
import { filmJobs } from '../../shared/jobs.ts';
import { isClosed } from '../events/event-facts.service.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { clipsOnTimeline } from './media.queries.ts';

/* Clips that come after the film was published, or arrive when the event has just closed, wait until the organiser has answered. */

type Late = StoredMedia['late'];

/** Several answers given in a row make one new version. */
const GATHERED = 5 * 60_000;
/** Time to make the new version before the gift goes out. */
const AHEAD = 15 * 60_000;

/** How a contributor's new clip begins. What replaces a clip inherits the answer that one got. */
export function latenessAtFirst(
  event: EventRecord,
  replaced: StoredMedia | null,
): Pick<StoredMedia, 'late' | 'cameAfterClosing'> {
  if (replaced) return { late: replaced.late ?? null, cameAfterClosing: replaced.cameAfterClosing ?? false };
  const cameAfterClosing = isClosed(event);
  const isInTime = event.status === 'active' && !event.currentFilmId && !cameAfterClosing;
  return { late: isInTime ? null : 'waiting', cameAfterClosing };
}

/** What a change makes of a late clip: `hidden` answers the question as well. FIELDS_REFUSED where the clip was in time. */
export function lateAfter({ late = null }: StoredMedia, { isWaiting, hidden }: UpdateMediaBody): Late {
  if (isWaiting === true) {
    if (late) return 'waiting';
    const message = 'Only a clip that came after the film was published can wait.';
    throw new AppError('FIELDS_REFUSED', { message, fields: { isWaiting: message } });
  }
  return late === 'waiting' && (isWaiting === false || hidden !== undefined) ? 'answered' : late;
}

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
