import { join } from 'node:path';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { FileMissing } from '../../platform/file-store.ts';
import type { JobContext, JobStatus } from '../../platform/job-queue.ts';
import { platform } from '../../platform/platform.ts';
import type { Work } from '../../platform/queue/handled-jobs.ts';
import { countUp, measure } from '../../platform/tally.ts';
import type { FilmShape } from '../../shared/film-shapes.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { SEEN_WITHIN } from '../../shared/limits.ts';
import { titleOf } from '../events/event-facts.service.ts';
import { attachFilm, nextFilmVersion, settleEvent } from '../events/event-film.service.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { tellNews } from '../events/makers-news.service.ts';
import { filmMusic } from '../library/library.service.ts';
import { planLateVersion } from '../media/late-clips.service.ts';
import { addressFor } from '../profiles/mail-choices.service.ts';
import { announceRender } from './announce-render.ts';
import { forgetIfStopped } from './clean-up.ts';
import { filmFolder } from './film.files.ts';
import { PublishedMediaModel, RenderJobModel, type StoredFilm, type StoredRenderJob } from './film.model.ts';
import { type FilmBill, stillDue } from './film-due.ts';
import { contentMark, filmClips, filmTimeline } from './film-timeline.ts';
import { billNow } from './publish-film.service.ts';
import { type JoinedFilm, joinFilm } from './render/join.ts';
import { SegmentsUnfit } from './render/segment-check.ts';
import type { Timeline } from './render/timeline.ts';
import { endRender, letGo, logged } from './renders.service.ts';
import { frameOf, linkShapes, makeAgain, makeFileAgain, SHAPED, shapeAll } from './shaped-films.ts';
import { waitForClips } from './wait-for-clips.ts';

interface RenderData {
  renderJobId: string;
}

const STEPS = { sound: 'Mixing the sound', pictures: 'Joining the clips' };
/** How long users watch a progress bar, in milliseconds. */
const WATCHED_FOR = 10 * 60_000;
const FAILED = { code: 'INTERNAL', message: 'Something went wrong while making the film. Please publish again.' };

/** Runs `film.render`: joins the prepared clips into a new version. */
export const renderWork: Work<RenderData> = { run: render, ended };

async function render(data: RenderData, context: JobContext): Promise<void> {
  const job = await RenderJobModel.findOne({ _id: data.renderJobId, finishedAt: null }).lean<StoredRenderJob>();
  if (!job) return;
  const known = await PublishedMediaModel.findOne({ renderJobId: job._id }).lean<StoredFilm>();
  try {
    const film = known ?? (await makeFilm(job, context));
    await finish(job, film);
  } catch (error) {
    // It may have been stored after the end of the render was tidied up.
    if (context.signal.aborted) await forgetIfStopped(job);
    if (error instanceof SegmentsUnfit) await makeAgain(job, error.keys);
    if (error instanceof FileMissing) {
      await makeFileAgain(job, error.key);
      throw new Error('A stored file was removed while the film was made', { cause: error });
    }
    if (!(error instanceof AppError) || error.code === 'PROVIDER_DOWN') throw error;
    // A retry would not help, for example if no clip is left.
    await endRender(data.renderJobId, {
      status: 'failed',
      step: '',
      error: { code: error.code, message: error.message },
    });
  }
}

/**
 * Ends a render after any outcome: notifies the creator and releases the event. In `onEnd`, because that is repeated
 * after a crash.
 */
async function ended({ renderJobId }: RenderData, { state }: JobStatus): Promise<void> {
  if (state === 'cancelled') await endRender(renderJobId, { status: 'cancelled', step: 'Stopped', error: null });
  if (state === 'failed') await endRender(renderJobId, { status: 'failed', step: '', error: FAILED });
  const job = await RenderJobModel.findById(renderJobId).lean<StoredRenderJob>();
  if (!job) return;
  await forgetIfStopped(job);
  if (job.shape || job.kind) return;
  await letGo(String(job.eventId));
  // Without a new film the same clips would be missing again, and again.
  const event = job.status === 'done' ? await findEvent(String(job.eventId)) : null;
  if (event) await planLateVersion(event);
  const news = { eventId: String(job.eventId), key: '', stamp: String(job._id) };
  if (job.status === 'done' && (await isNews(job))) {
    await tellNews({ ...news, type: 'filmReady' });
    await tellCreator(job, 'film-ready');
  }
  if (job.status === 'failed') {
    await tellNews({ ...news, type: 'filmFailed' });
    await tellCreator(job, 'film-failed');
  }
}

async function makeFilm(job: StoredRenderJob, context: JobContext): Promise<StoredFilm> {
  const eventId = String(job.eventId);
  if (!job.waitsSince) await tell(job, context, 0.01, 'Getting the clips');
  await waitForClips(job, (words) => tell(job, context, 0.02, words));
  const beganAt = performance.now();
  const event = await findEvent(eventId);
  if (!event) throw new AppError('NOT_FOUND', { message: 'This VidDay is not there any more.' });
  const shapeOfJob = job.shape ?? null;
  const bill = job.kind ? await billNow(event, shapeOfJob) : await requirePaid(event, shapeOfJob);
  const { config } = platform();
  return withTempFolder(join(config.varDir, 'tmp'), async (folder) => {
    await tell(job, context, 0.05, 'Writing the titles');
    const mark = await contentMark(event, await filmClips(event));
    const frame = frameOf(job);
    const shape = job.shape
      ? await shapeAll(job, event, folder, context.signal, (done, step) => tell(job, context, done, step))
      : undefined;
    const timeline = await filmTimeline(event, folder, context.signal, shape);
    const music = await filmMusic(event, timeline.length, folder, context.signal);
    const from = shape ? SHAPED : 0.1;
    let told = from;
    const joined = await joinFilm(timeline, music, join(folder, 'film'), {
      signal: context.signal,
      frame,
      onProgress: (done, step) => {
        const fraction = from + done * (0.9 - from);
        if (fraction < told + 0.04) return;
        told = fraction;
        tell(job, context, fraction, STEPS[step]).catch((error) =>
          platform().log.debug({ err: error, renderJobId: String(job._id) }, 'progress could not be reported'),
        );
      },
    });
    // Throws if the render was cancelled, so that no version is made.
    await tell(job, context, 0.92, 'Putting it on the shelf');
    const clipIds = timeline.items.flatMap(({ clip }) => clip?.mediaId ?? []);
    const made = { ...joined, mark, bill, chapters: timeline.chapters, clipIds };
    const film = await store(job, event, made, context.signal);
    countUp('films');
    measure('render', (performance.now() - beganAt) / 1000 / film.length);
    return film;
  });
}

/** The length, and so the price, is known only when all clips are prepared. */
async function requirePaid(event: EventRecord, shape: FilmShape | null): Promise<FilmBill> {
  const bill = await billNow(event, shape);
  const due = await stillDue(event, bill.amount);
  if (due === 0) return bill;
  throw new AppError('PAYMENT_REQUIRED', {
    message: 'What was added since makes the film cost more than you paid. Publish again to pay the difference.',
    details: { amount: due, currency: 'USD' },
  });
}

/** Result of a render on the local disk. */
type NewFilm = JoinedFilm & Pick<Timeline, 'chapters'> & { clipIds: string[]; mark: string; bill: FilmBill };

async function store(
  job: StoredRenderJob,
  event: EventRecord,
  { files, length, chapters, clipIds, mark, bill }: NewFilm,
  signal: AbortSignal,
): Promise<StoredFilm> {
  const folder = filmFolder(job);
  // Storing takes minutes where the store is far away.
  const take = (name: string, path: string) => {
    signal.throwIfAborted();
    return platform().store.take(`${folder}/${name}`, path);
  };
  const film1080 = await take('film-1080.mp4', files.film1080);
  const film720 = await take('film-720.mp4', files.film720);
  const poster = await take('poster.jpg', files.posterJpg);
  const captions = await take('captions.vtt', files.captions);
  signal.throwIfAborted();
  const version = await nextFilmVersion(event.id);
  try {
    const { pictures, small } = frameOf(job);
    const created = await PublishedMediaModel.create({
      eventId: event.id,
      shape: job.shape,
      isDraft: job.kind === 'staff',
      renderJobId: job._id,
      version,
      length,
      title: titleOf(event),
      contentMark: mark,
      bill,
      sources: [
        { ...pictures, key: film1080.key, bytes: film1080.bytes },
        { ...small, key: film720.key, bytes: film720.bytes },
      ],
      clipIds,
      posterKey: poster.key,
      captionsKey: captions.key,
      chapters: chapters.map(({ start, title, mediaId }) => ({ start, title, mediaId })),
    });
    return created.toObject();
  } catch (error) {
    // The same render ran twice, and the other run was first.
    const other =
      isDuplicateKey(error) && (await PublishedMediaModel.findOne({ renderJobId: job._id }).lean<StoredFilm>());
    if (other) return other;
    throw error;
  }
}

/** Makes a film current; every step is idempotent. */
async function finish(job: StoredRenderJob, film: StoredFilm): Promise<void> {
  const eventId = String(job.eventId);
  const current = await RenderJobModel.findOne({ _id: job._id, finishedAt: null }).lean<StoredRenderJob>();
  if (!current) return forgetIfStopped(job);
  if (!job.shape && !job.kind) {
    await attachFilm(eventId, String(film._id));
    await settleEvent(eventId);
  }
  if (!job.kind) await linkShapes(film);
  const done = await RenderJobModel.findOneAndUpdate(
    { _id: job._id, finishedAt: null },
    {
      $set: { status: 'done', progress: 1, step: 'Done', finishedAt: new Date(), publishedMediaId: film._id },
      ...logged('Done'),
    },
    { returnDocument: 'after' },
  ).lean<StoredRenderJob>();
  if (!done) return;
  announceRender(done);
  emitToEvent(eventId, 'everyone', 'event:updated', { id: eventId });
}

async function tell(job: StoredRenderJob, context: JobContext, progress: number, step: string): Promise<void> {
  await context.progress(progress, step);
  const updated = await RenderJobModel.findOneAndUpdate(
    { _id: job._id, finishedAt: null },
    { $set: { status: 'running', progress, step }, ...(step !== job.step && logged(step)) },
    { returnDocument: 'after' },
  ).lean<StoredRenderJob>();
  if (!updated) return;
  job.step = step;
  announceRender(updated);
}

/** Whether to mail: users who publish again are still watching, unless it took long. */
async function isNews(job: StoredRenderJob): Promise<boolean> {
  if (Number(job.finishedAt) - job.createdAt.getTime() > WATCHED_FOR) return true;
  const film = await PublishedMediaModel.findById(job.publishedMediaId, { version: 1 }).lean<StoredFilm>();
  if (!film) return false;
  // Other shapes and films of the desk take numbers too.
  const earlier = { eventId: job.eventId, version: { $lt: film.version }, shape: null, isDraft: { $ne: true } };
  return (await PublishedMediaModel.exists(earlier)) === null;
}

async function tellCreator(job: StoredRenderJob, template: 'film-ready' | 'film-failed'): Promise<void> {
  const event = await findEvent(String(job.eventId));
  if (!event?.creatorId) return;
  const to = await addressFor(event.creatorId, 'filmReady');
  if (!to) return;
  const { config, queue } = platform();
  const key = `${template}:${String(job._id)}`;
  const url = `${config.appOrigin}/e/${event.uuid}${template === 'film-ready' ? '#ready' : ''}`;
  const type = template === 'film-ready' ? 'filmReady' : 'filmFailed';
  const unlessSeen = { userId: event.creatorId, eventId: event.id, type };
  await queue.enqueue(
    mailJobs.send,
    { key, to, unlessSeen, template, occasion: event.occasion, values: { title: titleOf(event), url } },
    { uniqueKey: key, runAt: new Date(Date.now() + SEEN_WITHIN) },
  );
}
