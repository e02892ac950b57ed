import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { diskRoom } from '../../platform/storage/disk-room.ts';
import type { RenderJob } from '../../shared/contracts/films.ts';
import { FILM_KIND, type FilmShape, shapeOf } from '../../shared/film-shapes.ts';
import { FILM_MAX, LARGE_FILM_MAX } from '../../shared/limits.ts';
import { neededPackage } from '../../shared/pricing.ts';
import { beginFinalizing, canPublish, finalizingEvents } from '../events/event-film.service.ts';
import { eventTag, workGroups } from '../events/event-work.service.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { type TimelineClip, timelineClips } from '../media/timeline-clips.service.ts';
import { toRenderJobDto } from './film.dto.ts';
import { RenderJobModel, type StoredRenderJob } from './film.model.ts';
import { billFor, type FilmBill, stillDue } from './film-due.ts';
import { filmJobTypes } from './job-types.ts';
import { letGo } from './renders.service.ts';

/** Expected CPU seconds of a render. */
const RENDER_COST = 10;

/**
 * Publishes the current timeline, or makes it in another shape; or returns the active render. PAYMENT_REQUIRED (`details.amount`) until its price is
 * paid, WRONG_STATE without a clip and where no film can be made, LIMIT_REACHED over 3 hours.
 */
export async function publishFilm(event: EventRecord, user: { id: string }, kind = FILM_KIND): Promise<RenderJob> {
  const shape = shapeOf(kind);
  if (shape === undefined) {
    const message = 'Only wide films (16:9) are made in 4K.';
    throw new AppError('FIELDS_REFUSED', { message, fields: { height: message } });
  }
  if (!canPublish(event)) throw notPublishable();
  await diskRoom(platform().config).requireForWork('a new film');
  if (shape === 'large') await requireLarge(event);
  const due = await amountDue(event, shape);
  if (due > 0) {
    throw new AppError('PAYMENT_REQUIRED', {
      message: shape === 'large' ? 'The 4K version is not paid yet.' : 'This film is not paid yet.',
      details: { amount: due, currency: 'USD' },
    });
  }
  return startRender(event, user.id, shape);
}

/** Cents due for the current film. Throws when it can't be made. */
export async function amountDue(event: EventRecord, shape: FilmShape | null = null): Promise<number> {
  const { amount } = await billNow(event, shape);
  return stillDue(event, amount);
}

/** Price of the current timeline. Throws when it can't be made. */
export async function billNow(event: EventRecord, shape: FilmShape | null = null): Promise<FilmBill> {
  const { length, clips } = await filmNow(event);
  if (clips === 0) {
    throw new AppError('WRONG_STATE', {
      message: 'There is no clip to make a film of yet. Share the link, or add one yourself.',
    });
  }
  if (length > FILM_MAX) {
    throw new AppError('LIMIT_REACHED', { message: 'A film can be 3 hours long. Leave out some clips, please.' });
  }
  return billFor(event, { length, needs: neededPackage(event) }, shape);
}

/** What a film would be made of now: seconds and number of clips, and whether it could be in 4K. */
export async function filmNow(
  event: Pick<EventRecord, 'id' | 'order'>,
): Promise<{ length: number; clips: number; canBeLarge: boolean }> {
  const clips = await timelineClips(event.id, event.order);
  const usable = clips.filter((clip) => clip.status !== 'failed');
  const length = usable.reduce((sum, clip) => sum + clip.length, 0);
  return { length, clips: usable.length, canBeLarge: length <= LARGE_FILM_MAX && usable.some(isSharperThanFilm) };
}

/**
 * Refuses a film in 4K that would last too long (LIMIT_REACHED), or of which no picture would be sharper (WRONG_STATE).
 */
async function requireLarge(event: EventRecord): Promise<void> {
  const clips = await timelineClips(event.id, event.order);
  if (clips.reduce((sum, { length }) => sum + length, 0) > LARGE_FILM_MAX) {
    throw new AppError('LIMIT_REACHED', {
      message: `In 4K, a film can be ${LARGE_FILM_MAX / 60} minutes long. Yours is longer.`,
    });
  }
  if (clips.some(isSharperThanFilm)) return;
  throw new AppError('WRONG_STATE', {
    message: 'None of the clips was recorded in 4K, so a 4K film would look just like the one you have.',
  });
}

/** Whether a clip has more pixels than 1080p, in which a film is made. */
function isSharperThanFilm({ kind, width, height }: Pick<TimelineClip, 'kind' | 'width' | 'height'>): boolean {
  if (kind !== 'video' && kind !== 'photo') return false;
  return Math.max(width, height) > SHARP.long && Math.min(width, height) > SHARP.short;
}

/** Pixels of the sides from which 4K shows more than 1080p does; phones crop a little while they steady the picture. */
const SHARP = { long: 2400, short: 1350 };

/** Starts a render of a paid event, for its creator or the payment's webhook. */
export async function startRender(
  event: EventRecord,
  requestedBy: string | null,
  shape: FilmShape | null = null,
  kind: 'staff' | null = null,
): Promise<RenderJob> {
  const eventId = event.id;
  // Other shapes are made beside the film, and leave the event as it is; so do films of staff.
  if (shape || kind) {
    if (!canPublish(event)) throw notPublishable();
    return resume((await onlyRender(eventId, requestedBy, shape, kind)).job);
  }
  for (;;) {
    const { job, isNew } = await onlyRender(eventId, requestedBy, null, null);
    const isMoved = await beginFinalizing(eventId);
    // A crashed process may have left the event in `finalizing`; adopt its render.
    if (!isMoved && isNew && (await findEvent(eventId))?.status !== 'finalizing') {
      await RenderJobModel.deleteOne({ _id: job._id });
      throw notPublishable();
    }
    // A render that ended before the event was moved has already released it; start a new one.
    if (isNew || (await RenderJobModel.exists({ _id: job._id, finishedAt: null }))) return resume(job);
  }
}

function notPublishable(): AppError {
  return new AppError('WRONG_STATE', { message: 'This VidDay can’t be published in the state it is in.' });
}

/** Recovers from crashes: enqueues renders without a queue job, and releases events whose render has ended. */
export async function rescueRenders(): Promise<number> {
  const alive = await RenderJobModel.find({ finishedAt: null }).lean<StoredRenderJob[]>();
  for (const job of alive) {
    if (!job.shape && !job.kind) await beginFinalizing(String(job.eventId));
    await resume(job);
  }
  for (const eventId of await finalizingEvents()) await letGo(eventId);
  return alive.length;
}

/** Creates a render, or returns the active one; never more than one. */
async function onlyRender(
  eventId: string,
  requestedBy: string | null,
  shape: FilmShape | null,
  kind: 'staff' | null,
): Promise<{ job: StoredRenderJob; isNew: boolean }> {
  for (let attempt = 0; ; attempt++) {
    try {
      return { job: (await RenderJobModel.create({ eventId, requestedBy, shape, kind })).toObject(), isNew: true };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const job = await RenderJobModel.findOne({ eventId, shape, kind, finishedAt: null }).lean<StoredRenderJob>();
      if (job) return { job, isNew: false };
      // It has just ended.
      if (attempt === 3) throw error;
    }
  }
}

/** CPU seconds for a second of film, as far as nothing is stored yet. */
const SHAPE_COST = { tall: 1, square: 0.8, large: 4 };

async function shapeCost(eventId: string, shape: FilmShape): Promise<number> {
  const event = await findEvent(eventId);
  const clips = event ? await timelineClips(eventId, event.order) : [];
  return RENDER_COST + SHAPE_COST[shape] * clips.reduce((sum, { length }) => sum + length, 0);
}

/** Enqueues a render's job; idempotent. */
async function resume(job: StoredRenderJob): Promise<RenderJob> {
  const id = String(job._id);
  const event = await findEvent(String(job.eventId));
  const queued = await platform().queue.enqueue(
    job.shape ? filmJobTypes.shape : filmJobTypes.render,
    { renderJobId: id },
    {
      uniqueKey: id,
      groups: event ? workGroups(event) : [],
      cost: job.shape ? await shapeCost(String(job.eventId), job.shape) : RENDER_COST,
      tags: [eventTag(String(job.eventId))],
    },
  );
  await RenderJobModel.updateOne({ _id: job._id }, { $set: { queueJobId: queued.id } });
  return toRenderJobDto({ ...job, queueJobId: queued.id });
}
