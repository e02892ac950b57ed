import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { readOnce } from '../../platform/read-once.ts';
import { diskRoom } from '../../platform/storage/disk-room.ts';
import { type FileScope, signedFileUrl } from '../../platform/storage/signed-files.ts';
import type { FilmPerson, PublishedMedia, RenderJob } from '../../shared/contracts/films.ts';
import { FILM_MAX } from '../../shared/limits.ts';
import type { EventStatus } from '../../shared/transitions.ts';
import type { FilmCheck } from '../events/events.parts.ts';
import {
  eventTag,
  finalizingEvents,
  findEvent,
  moveEvent,
  requireChangeable,
  type StoredEvent,
  setCurrentFilm,
  settleEvent,
  workGroups,
} from '../events/events.service.ts';
import {
  type ClipPerson,
  clipPeople,
  forgetLateness,
  includesWithdrawn,
  timelineClips,
} from '../media/media.service.ts';
import { paidFor } from '../orders/orders.service.ts';
import { toPublishedMediaDto, toRenderJobDto } from './film.dto.ts';
import { PublishedMediaModel, RenderJobModel, type StoredFilm, type StoredRenderJob } from './film.model.ts';
import { billFor, type FilmBill, filmDue, filmPrice, stillDue } from './film-due.ts';
import { contentMark, filmClips } from './film-timeline.ts';
import { filmJobTypes } from './job-types.ts';

/** Expected CPU seconds of a render. */
const RENDER_COST = 10;
/** States in which a film can be made; a suspension must be lifted first. */
const PUBLISHABLE: readonly EventStatus[] = ['active', 'finalized', 'delivered'];

/**
 * Publishes the current timeline, or returns the active render. PAYMENT_REQUIRED (`details.amount`) until its price is
 * paid, WRONG_STATE without a clip, LIMIT_REACHED over 3 hours.
 */
export async function publishFilm(event: StoredEvent, user: { id: string } | null): Promise<RenderJob> {
  if (!user) {
    throw new AppError('NOT_SIGNED_IN', {
      message: 'Create an account first, so the film has an owner.',
    });
  }
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
export async function amountDue(event: StoredEvent): Promise<number> {
  const { amount } = await billNow(event);
  return stillDue(event, amount);
}

/** Price of the current timeline. Throws when it can't be made. */
export async function billNow(event: StoredEvent): Promise<FilmBill> {
  const clips = await timelineClips(String(event._id), event.order.map(String));
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
export async function startRender(event: StoredEvent, requestedBy: string | null): Promise<RenderJob> {
  const eventId = String(event._id);
  for (;;) {
    const { job, isNew } = await onlyRender(eventId, requestedBy);
    const isMoved = await moveEvent(eventId, 'finalizing', {}, PUBLISHABLE);
    // A crashed process may have left the event in `finalizing`; adopt its render.
    if (!isMoved && isNew && (await findEvent(eventId))?.status !== 'finalizing') {
      await RenderJobModel.deleteOne({ _id: job._id });
      throw new AppError('WRONG_STATE', { message: 'This VidDay can’t be published in the state it is in.' });
    }
    // A render that ended before the event was moved has already released it; start a new one.
    if (isNew || (await RenderJobModel.exists({ _id: job._id, finishedAt: null }))) return resume(job);
  }
}

/** Latest render of an event, for a reloaded page. */
export async function latestRender(eventId: string): Promise<RenderJob | null> {
  const job = await RenderJobModel.findOne({ eventId }).sort({ createdAt: -1 }).lean<StoredRenderJob>();
  return job ? toRenderJobDto(job) : null;
}

export async function renderJobById(id: string): Promise<RenderJob> {
  const job = await RenderJobModel.findById(id).lean<StoredRenderJob>();
  if (!job) throw noSuchRender();
  return toRenderJobDto(job);
}

/** Cancels a render; the event returns to its state, and the previous film stays. */
export async function cancelRender(id: string): Promise<RenderJob> {
  const job = await RenderJobModel.findById(id).lean<StoredRenderJob>();
  if (!job) throw noSuchRender();
  if (job.finishedAt) return toRenderJobDto(job);
  if (job.queueJobId) await platform().queue.cancel(job.queueJobId);
  return endRender(id, { status: 'cancelled', step: 'Stopped', error: null });
}

/**
 * Ends a render once. Without a new film the event is released first, so that readers of an ended render see the final
 * state. Idempotent.
 */
export async function endRender(
  id: string,
  end: { status: 'failed' | 'cancelled'; step: string; error: { code: string; message: string } | null },
): Promise<RenderJob> {
  const job = await RenderJobModel.findOne({ _id: id, finishedAt: null }, { eventId: 1 }).lean<StoredRenderJob>();
  if (!job) return renderJobById(id);
  const eventId = String(job.eventId);
  await settleAndTell(eventId);
  const ended = await RenderJobModel.findOneAndUpdate(
    { _id: id, finishedAt: null },
    { $set: { ...end, finishedAt: new Date() } },
    { returnDocument: 'after' },
  ).lean<StoredRenderJob>();
  // Publishing again in between has moved the event for a render that has ended.
  await letGo(eventId);
  if (!ended) return renderJobById(id);
  announceRender(ended);
  return toRenderJobDto(ended);
}

/**
 * Releases an event from `finalizing` unless a render is active. Call it last when a render ends, and again after a
 * possible crash.
 */
export async function letGo(eventId: string): Promise<void> {
  if (await RenderJobModel.exists({ eventId, finishedAt: null })) return;
  await settleAndTell(eventId);
}

async function settleAndTell(eventId: string): Promise<void> {
  await forgetLateness(eventId);
  if (await settleEvent(eventId)) platform().sockets.emitToEvent(eventId, 'creator', 'event:updated', { id: eventId });
}

/** All versions, newest first. */
export async function listFilms(event: StoredEvent): Promise<PublishedMedia[]> {
  const films = await PublishedMediaModel.find({ eventId: event._id }).sort({ version: -1 }).lean<StoredFilm[]>();
  if (films.length === 0) return [];
  const current = event.currentFilmId ? String(event.currentFilmId) : null;
  const paid = await readOnce(event, 'paid', () => paidFor(String(event._id)));
  return films.map((film) => {
    const dto = toPublishedMediaDto(film, current, 'own');
    return { ...dto, downloadUrl: filmPrice(film, event) <= paid ? downloadUrlOf(dto, 'own') : null };
  });
}

/** Makes an older version current. */
export async function restoreFilm(id: string, event: StoredEvent): Promise<PublishedMedia> {
  const film = await PublishedMediaModel.findById(id).lean<StoredFilm>();
  if (!film) throw new AppError('NOT_FOUND', { message: 'There is no such version of the film.' });
  const eventId = String(film.eventId);
  requireChangeable(event);
  await setCurrentFilm(eventId, id);
  const dto = toPublishedMediaDto(film, id, 'own');
  platform().sockets.emitToEvent(eventId, 'creator', 'film:published', dto);
  return dto;
}

/** Films with these ids, each marked as current, for events. */
export async function currentFilms(filmIds: string[], scope: 'own' | 'seen'): Promise<Map<string, PublishedMedia>> {
  if (filmIds.length === 0) return new Map();
  const films = await PublishedMediaModel.find({ _id: { $in: filmIds } }).lean<StoredFilm[]>();
  return new Map(films.map((film) => [String(film._id), toPublishedMediaDto(film, String(film._id), scope)]));
}

/**
 * People in a film, in order, without duplicates.
 * @param audience whose URLs: the makers' also work during the embargo
 */
export async function filmPeople(filmId: string, audience: 'viewer' | 'creator' = 'viewer'): Promise<FilmPerson[]> {
  const film = await PublishedMediaModel.findById(filmId, { chapters: 1 }).lean<StoredFilm>();
  const known = await clipPeople(film?.chapters.flatMap(({ mediaId }) => mediaId ?? []) ?? [], audience);
  const people = new Map<string, FilmPerson>();
  for (const { mediaId, start, title } of film?.chapters ?? []) {
    const { personId: id = null, ...face } = known.get(mediaId ?? '') ?? NO_FACE;
    const name = title ?? '';
    const key = id ?? `name:${name}`;
    if (!people.has(key)) people.set(key, { id, name, start: start ?? 0, ...face });
  }
  return [...people.values()];
}

const NO_FACE: Omit<ClipPerson, 'personId'> & { personId?: string } = { kind: 'video', posterUrl: null, text: null };

/** Cents due before the current film may be delivered or downloaded; 0 without a film. */
export async function currentFilmDue(event: StoredEvent): Promise<number> {
  if (!event.currentFilmId) return 0;
  const film = await PublishedMediaModel.findById(event.currentFilmId, { length: 1, bill: 1 }).lean<StoredFilm>();
  return film ? filmDue(film, event) : 0;
}

/** URL for downloading the best rendition; null while that is not allowed. */
export async function filmDownloadUrl(film: PublishedMedia, event: StoredEvent): Promise<string | null> {
  if ((await currentFilmDue(event)) > 0) return null;
  return downloadUrlOf(film, 'seen');
}

function downloadUrlOf({ id, sources }: PublishedMedia, scope: FileScope): string | null {
  const best = [...sources].sort((a, b) => b.height - a.height)[0];
  return best ? signedFileUrl({ kind: 'film', id, variant: `${best.height}-download`, scope }) : null;
}

/** Compares the current film with the timeline; no findings without a film. */
export async function checkFilm(event: StoredEvent): Promise<FilmCheck> {
  const film =
    event.currentFilmId &&
    (await PublishedMediaModel.findById(event.currentFilmId, {
      contentMark: 1,
      clipIds: 1,
      chapters: 1,
    }).lean<StoredFilm>());
  if (!film) return { isOutdated: false, holdsWithdrawn: false };
  const clipIds = film.clipIds?.length ? film.clipIds : film.chapters.flatMap(({ mediaId }) => mediaId ?? []);
  return {
    isOutdated: film.contentMark !== contentMark(event, await filmClips(event)),
    holdsWithdrawn: await includesWithdrawn(clipIds),
  };
}

/** Event of a render job; null if unknown. */
export async function eventOfRender(id: string): Promise<string | null> {
  const job = await RenderJobModel.findById(id, { eventId: 1 }).lean<StoredRenderJob>();
  return job ? String(job.eventId) : null;
}

/** Event of a film; null if unknown. */
export async function eventOfFilm(id: string): Promise<string | null> {
  const film = await PublishedMediaModel.findById(id, { eventId: 1 }).lean<StoredFilm>();
  return film ? String(film.eventId) : null;
}

/** Recovers from crashes: enqueues renders without a queue job, and releases events whose render has ended. */
export async function rescueRenders(): Promise<number> {
  const alive = await RenderJobModel.find({ finishedAt: null }).lean<StoredRenderJob[]>();
  for (const job of alive) {
    await moveEvent(String(job.eventId), 'finalizing', {}, PUBLISHABLE);
    await resume(job);
  }
  for (const eventId of await finalizingEvents()) await letGo(eventId);
  return alive.length;
}

export function announceRender(job: StoredRenderJob): void {
  platform().sockets.emitToEvent(String(job.eventId), 'creator', 'render:progress', toRenderJobDto(job));
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

function noSuchRender(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such render.' });
}
