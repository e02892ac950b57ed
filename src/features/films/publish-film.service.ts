import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { diskRoom } from '../../platform/storage/disk-room.ts';
import type { RenderJob } from '../../shared/contracts/films.ts';
import { FILM_MAX } from '../../shared/limits.ts';
import { beginFinalizing, finalizingEvents } from '../events/event-film.service.ts';
import { eventTag, workGroups } from '../events/event-work.service.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { timelineClips } from '../media/timeline-clips.service.ts';
import { toRenderJobDto } from './film.dto.ts';
import { RenderJobModel, type StoredRenderJob } from './film.model.ts';
import { billFor, type FilmBill, stillDue } from './film-due.ts';
import { filmJobTypes } from './job-types.ts';
import { letGo } from './renders.service.ts';

/** Expected CPU seconds of a render. */
const RENDER_COST = 10;

/**
 * Publishes the current timeline, or returns the active render. PAYMENT_REQUIRED (`details.amount`) until its price is
 * paid, WRONG_STATE without a clip, LIMIT_REACHED over 3 hours.
 */
export async function publishFilm(event: EventRecord, user: { id: string }): Promise<RenderJob> {
  await diskRoom(platform().config).requireForWork('a new film');
  const due = await amountDue(event);
  if (due > 0) {
    throw new AppError('PAYMENT_REQUIRED', {
      message: 'This film is not paid yet.',
      details: { amount: due, currency: 'USD' },
    });
  }
  return startRender(event, user.id);
}

/** Cents due for the current film. Throws when it can't be made. */
export async function amountDue(event: EventRecord): Promise<number> {
  const { amount } = await billNow(event);
  return stillDue(event, amount);
}

/** Price of the current timeline. Throws when it can't be made. */
export async function billNow(event: EventRecord): Promise<FilmBill> {
  const clips = await timelineClips(event.id, event.order);
  const usable = clips.filter((clip) => clip.status !== 'failed');
  if (usable.length === 0) {
    throw new AppError('WRONG_STATE', {
      message: 'There is no clip to make a film of yet. Share the link, or add one yourself.',
    });
  }
  const length = usable.reduce((sum, clip) => sum + clip.length, 0);
  if (length > FILM_MAX) {
    throw new AppError('LIMIT_REACHED', { message: 'A film can be 3 hours long. Leave out some clips, please.' });
  }
  return billFor(event, length);
}

/** Starts a render of a paid event, for its creator or the payment's webhook. */
export async function startRender(event: EventRecord, requestedBy: string | null): Promise<RenderJob> {
  const eventId = event.id;
  for (;;) {
    const { job, isNew } = await onlyRender(eventId, requestedBy);
    const isMoved = await beginFinalizing(eventId);
    // A crashed process may have left the event in `finalizing`; adopt its render.
    if (!isMoved && isNew && (await findEvent(eventId))?.status !== 'finalizing') {
      await RenderJobModel.deleteOne({ _id: job._id });
      throw new AppError('WRONG_STATE', { message: 'This VidDay can’t be published in the state it is in.' });
    }
    // A render that ended before the event was moved has already released it; start a new one.
    if (isNew || (await RenderJobModel.exists({ _id: job._id, finishedAt: null }))) return resume(job);
  }
}

/** Recovers from crashes: enqueues renders without a queue job, and releases events whose render has ended. */
export async function rescueRenders(): Promise<number> {
  const alive = await RenderJobModel.find({ finishedAt: null }).lean<StoredRenderJob[]>();
  for (const job of alive) {
    await beginFinalizing(String(job.eventId));
    await resume(job);
  }
  for (const eventId of await finalizingEvents()) await letGo(eventId);
  return alive.length;
}

/** Creates a render, or returns the active one; never more than one. */
async function onlyRender(
  eventId: string,
  requestedBy: string | null,
): Promise<{ job: StoredRenderJob; isNew: boolean }> {
  for (let attempt = 0; ; attempt++) {
    try {
      return { job: (await RenderJobModel.create({ eventId, requestedBy })).toObject(), isNew: true };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const job = await RenderJobModel.findOne({ eventId, finishedAt: null }).lean<StoredRenderJob>();
      if (job) return { job, isNew: false };
      // It has just ended.
      if (attempt === 3) throw error;
    }
  }
}

/** Enqueues a render's job; idempotent. */
async function resume(job: StoredRenderJob): Promise<RenderJob> {
  const id = String(job._id);
  const event = await findEvent(String(job.eventId));
  const queued = await platform().queue.enqueue(
    filmJobTypes.render,
    { renderJobId: id },
    {
      uniqueKey: id,
      groups: event ? workGroups(event) : [],
      cost: RENDER_COST,
      tags: [eventTag(String(job.eventId))],
    },
  );
  await RenderJobModel.updateOne({ _id: job._id }, { $set: { queueJobId: queued.id } });
  return toRenderJobDto({ ...job, queueJobId: queued.id });
}
