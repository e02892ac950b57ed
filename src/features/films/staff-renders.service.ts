import { pageOf, pastId } from '../../platform/database/by-id.ts';
import { AppError } from '../../platform/errors.ts';
import type { PublishedMedia, RenderJob } from '../../shared/contracts/films.ts';
import { type FilmKind, shapeOf } from '../../shared/film-shapes.ts';
import { COUNTED_MAX } from '../../shared/limits.ts';
import { type AuditEntry, requireAudit } from '../audit/audit.service.ts';
import { attachFilm, settleEvent } from '../events/event-film.service.ts';
import { emitToEvent, tellMakers } from '../events/event-sockets.service.ts';
import { requireChangeable } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { toPublishedMediaDto, toStaffRenderDto } from './film.dto.ts';
import { PublishedMediaModel, RenderJobModel, type StoredFilm, type StoredRenderJob } from './film.model.ts';
import { startRender } from './publish-film.service.ts';
import { cancelRender } from './renders.service.ts';
import { linkShapes } from './shaped-films.ts';

/** Who acts, from where, and why. */
interface Act {
  id: string;
  ip: string;
  note: string;
}

/** Renders of all films, newest first. `total` stops past `COUNTED_MAX`. */
export async function listRenders({
  status,
  cursor,
  limit,
}: {
  status?: RenderJob['status'] | undefined;
  cursor?: string | undefined;
  limit: number;
}): Promise<{ renders: RenderJob[]; total: number; nextCursor: string | null }> {
  const filter = status ? { status } : {};
  const [found, total] = await Promise.all([
    RenderJobModel.find({ ...filter, ...pastId(cursor) })
      .sort({ _id: -1 })
      .limit(limit + 1)
      .lean<StoredRenderJob[]>(),
    RenderJobModel.countDocuments(filter).limit(COUNTED_MAX + 1),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return { renders: shown.map(toStaffRenderDto), total, nextCursor };
}

/** Makes a film at the desk: paid or not, and not published. NOT_FOUND, WRONG_STATE, FIELDS_REFUSED. */
export async function makeRender(eventId: string, kind: FilmKind, act: Act): Promise<RenderJob> {
  const shape = shapeOf(kind);
  if (shape === undefined) {
    const message = 'Only wide films (16:9) are made in 4K.';
    throw new AppError('FIELDS_REFUSED', { message, fields: { height: message } });
  }
  const event = await eventOf(eventId);
  const job = await startRender(event, act.id, shape, 'staff');
  await record(event, act, 'render.made', { render: job.id });
  return staffRender(job.id);
}

/** Renders a film again. NOT_FOUND; WRONG_STATE unless it failed or was cancelled. */
export async function retry(id: string, act: Act): Promise<RenderJob> {
  const job = await stored(id);
  if (job.status !== 'failed' && job.status !== 'cancelled') {
    throw new AppError('WRONG_STATE', { message: 'Only a film that failed or was cancelled can be tried again.' });
  }
  const event = await eventOf(String(job.eventId));
  const again = await startRender(event, act.id, job.shape ?? null, job.kind ?? null);
  await record(event, act, 'render.retried', { before: job.status, after: again.status, render: again.id });
  return staffRender(again.id);
}

/** Cancels a render. NOT_FOUND. */
export async function cancel(id: string, act: Act): Promise<RenderJob> {
  const job = await stored(id);
  const { status } = await cancelRender(id);
  await record(await eventOf(String(job.eventId)), act, 'render.cancelled', {
    before: job.status,
    after: status,
    render: id,
  });
  return staffRender(id);
}

/** Makes a render's film the current one; of another shape, it is listed beside the film. WRONG_STATE until it is done. */
export async function publish(id: string, act: Act): Promise<PublishedMedia> {
  const job = await stored(id);
  const film = await PublishedMediaModel.findOne({ renderJobId: job._id }).lean<StoredFilm>();
  if (job.status !== 'done' || !film) throw new AppError('WRONG_STATE', { message: 'This film isn’t made yet.' });
  const event = await eventOf(String(job.eventId));
  requireChangeable(event);
  await record(event, act, 'render.published', { before: event.currentFilmId ?? 'none', after: String(film._id) });
  await PublishedMediaModel.updateOne({ _id: film._id }, { $set: { isDraft: false } });
  if (!film.shape) {
    await attachFilm(event.id, String(film._id));
    await settleEvent(event.id);
  }
  await linkShapes(film);
  const dto = toPublishedMediaDto(film, film.shape ? event.currentFilmId : String(film._id), 'own');
  emitToEvent(event.id, 'creator', 'film:published', dto);
  tellMakers(event.id);
  return dto;
}

async function staffRender(id: string): Promise<RenderJob> {
  return toStaffRenderDto(await stored(id));
}

async function stored(id: string): Promise<StoredRenderJob> {
  const job = await RenderJobModel.findById(id).lean<StoredRenderJob>();
  if (!job) throw new AppError('NOT_FOUND', { message: 'There is no such render.' });
  return job;
}

async function eventOf(id: string): Promise<EventRecord> {
  const event = await findEvent(id);
  if (!event) throw new AppError('NOT_FOUND', { message: 'There is no such VidDay.' });
  return event;
}

function record(
  event: EventRecord,
  { id, ip, note }: Act,
  action: AuditEntry['action'],
  details: Record<string, string>,
): Promise<void> {
  const subjectId = event.creatorId;
  return requireAudit({ actorId: id, subjectId, eventId: event.id, action, ip, details: { ...details, note } });
}
