import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { countFailure } from '../../platform/tally.ts';
import type { RenderJob } from '../../shared/contracts/films.ts';
import { causeOf } from '../../shared/figures.ts';
import type { FilmShape } from '../../shared/film-shapes.ts';
import { settleEvent } from '../events/event-film.service.ts';
import { tellMakers } from '../events/event-sockets.service.ts';
import { forgetLateness } from '../media/late-clips.service.ts';
import { announceRender } from './announce-render.ts';
import { toRenderJobDto } from './film.dto.ts';
import { RenderJobModel, type StoredRenderJob } from './film.model.ts';

/** Latest render of an event's film, or of another shape, for a reloaded page. */
export async function latestRender(eventId: string, shape: FilmShape | null = null): Promise<RenderJob | null> {
  const job = await RenderJobModel.findOne({ eventId, shape, kind: null })
    .sort({ createdAt: -1 })
    .lean<StoredRenderJob>();
  return job ? toRenderJobDto(job) : null;
}

/** The same for several events, by event; absent where nothing was rendered. */
export async function latestRenders(eventIds: readonly string[]): Promise<Map<string, RenderJob>> {
  if (eventIds.length === 0) return new Map();
  const found = await RenderJobModel.aggregate<{ latest: StoredRenderJob }>([
    { $match: { eventId: { $in: eventIds.map((id) => new Types.ObjectId(id)) }, shape: null, kind: null } },
    { $sort: { eventId: 1, createdAt: -1 } },
    { $project: { log: 0 } },
    { $group: { _id: '$eventId', latest: { $first: '$$ROOT' } } },
  ]);
  return new Map(found.map(({ latest }) => [String(latest.eventId), toRenderJobDto(latest)]));
}

export async function renderJobById(id: string): Promise<RenderJob> {
  const job = await RenderJobModel.findById(id).lean<StoredRenderJob>();
  if (!job) throw noSuchRender();
  return toRenderJobDto(job);
}

/** Lines of a render's log. */
const LOG_MAX = 200;

/** An update that adds a line to a render's log. */
export function logged(words: string) {
  const line = `${new Date().toISOString().slice(0, 19).replace('T', ' ')}  ${words}`;
  return { $push: { log: { $each: [line], $slice: -LOG_MAX } } };
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
  const job = await RenderJobModel.findOne(
    { _id: id, finishedAt: null },
    { eventId: 1, shape: 1, kind: 1 },
  ).lean<StoredRenderJob>();
  if (!job) return renderJobById(id);
  const eventId = String(job.eventId);
  if (!job.shape && !job.kind) await settleAndTell(eventId);
  const ended = await RenderJobModel.findOneAndUpdate(
    { _id: id, finishedAt: null },
    { $set: { ...end, finishedAt: new Date() }, ...logged(end.error?.message || end.step) },
    { returnDocument: 'after' },
  ).lean<StoredRenderJob>();
  // Publishing again in between has moved the event for a render that has ended.
  await letGo(eventId);
  if (!ended) return renderJobById(id);
  if (end.status === 'failed') countFailure('film', causeOf(end.error?.code ?? 'INTERNAL'));
  announceRender(ended);
  return toRenderJobDto(ended);
}

/**
 * Releases an event from `finalizing` unless a render is active. Call it last when a render ends, and again after a
 * possible crash.
 */
export async function letGo(eventId: string): Promise<void> {
  if (await RenderJobModel.exists({ eventId, shape: null, kind: null, finishedAt: null })) return;
  await settleAndTell(eventId);
}

async function settleAndTell(eventId: string): Promise<void> {
  await forgetLateness(eventId);
  if (await settleEvent(eventId)) tellMakers(eventId);
}

/** Event of a render job; null if unknown. */
export async function eventOfRender(id: string): Promise<string | null> {
  const job = await RenderJobModel.findById(id, { eventId: 1 }).lean<StoredRenderJob>();
  return job ? String(job.eventId) : null;
}

function noSuchRender(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such render.' });
}
