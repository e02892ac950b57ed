import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { RenderJob } from '../../shared/contracts/films.ts';
import { settleEvent } from '../events/event-film.service.ts';
import { tellMakers } from '../events/event-sockets.service.ts';
import { forgetLateness } from '../media/late-clips.service.ts';
import { announceRender } from './announce-render.ts';
import { toRenderJobDto } from './film.dto.ts';
import { RenderJobModel, type StoredRenderJob } from './film.model.ts';

/** The newest render of an event, for a page that was reloaded. */
export async function latestRender(eventId: string): Promise<RenderJob | null> {
  const job = await RenderJobModel.findOne({ eventId }).sort({ createdAt: -1 }).lean<StoredRenderJob>();
  return job ? toRenderJobDto(job) : null;
}

export async function renderJobById(id: string): Promise<RenderJob> {
  const job = await RenderJobModel.findById(id).lean<StoredRenderJob>();
  if (!job) throw noSuchRender();
  return toRenderJobDto(job);
}

/** Stops a render; the event goes back to where it was and the film before stays. */
export async function cancelRender(id: string): Promise<RenderJob> {
  const job = await RenderJobModel.findById(id).lean<StoredRenderJob>();
  if (!job) throw noSuchRender();
  if (job.finishedAt) return toRenderJobDto(job);
  if (job.queueJobId) await platform().queue.cancel(job.queueJobId);
  return endRender(id, { status: 'cancelled', step: 'Stopped', error: null });
}

/**
 * Ends a render for good, once: the event goes back unless a film came out, and does so before the render says that it
 * has ended, so that whoever reads the end reads a settled event. Bears repetition after a crash.
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
  // Publishing once more between the two has moved the event for a render that is over now.
  await letGo(eventId);
  if (!ended) return renderJobById(id);
  announceRender(ended);
  return toRenderJobDto(ended);
}

/**
 * Ends the state "finalizing" of an event unless a render of it is under way. Whoever ends a render calls this last, and
 * once more where a process may have died in between.
 */
export async function letGo(eventId: string): Promise<void> {
  if (await RenderJobModel.exists({ eventId, finishedAt: null })) return;
  await settleAndTell(eventId);
}

async function settleAndTell(eventId: string): Promise<void> {
  await forgetLateness(eventId);
  if (await settleEvent(eventId)) tellMakers(eventId);
}

/** The event that a render job belongs to; null for none. */
export async function eventOfRender(id: string): Promise<string | null> {
  const job = await RenderJobModel.findById(id, { eventId: 1 }).lean<StoredRenderJob>();
  return job ? String(job.eventId) : null;
}

function noSuchRender(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such render.' });
}
