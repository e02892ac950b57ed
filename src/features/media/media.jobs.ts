import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import type { JobContext, JobStatus, Queue } from '../../platform/queue/queue.ts';
import { type MediaCheck, mediaEdit } from '../../shared/contracts/media.ts';
import { clipPreviewJob, mediaPrepareJob, QUICK_WORK } from '../../shared/jobs.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import { clipLimitOf, findEvent, type StoredEvent } from '../events/events.service.ts';
import { tellOfClip } from './clip-mails.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { announce, clipTags } from './media.service.ts';
import { enqueueCleaning } from './originals/clean-originals.ts';
import { UNKNOWN_WORK } from './prepare/encoding-work.ts';
import { prepareClip } from './prepare/prepare-clip.ts';
import type { PreparedFiles, PrepareInput, PrepareStage } from './prepare/prepared-clip.ts';
import { segmentKey as keyOfSegment } from './prepare/segment-key.ts';
import { releaseSeconds } from './queued-seconds.ts';
import { readFacts, SEGMENT_FILES, type SegmentFacts, segmentFolder, storeSegment } from './segments.ts';

interface PrepareData {
  mediaId: string;
  generation: number;
}

const FAILED = {
  code: 'INTERNAL',
  message: 'We could not prepare this clip. Try again, or record it once more; your original is safe with us.',
};

/** Does `media.prepare`: the clip becomes a segment that films are joined from. */
export function handleMediaJobs(queue: Queue, concurrency: number = mediaPrepareJob.concurrency): void {
  queue.handle({ ...mediaPrepareJob, concurrency }, prepare, ended);
}

async function prepare(data: PrepareData, context: JobContext): Promise<void> {
  const media = await current(data);
  if (!media) return finishReady(data);
  const event = await findEvent(String(media.eventId));
  // Brought back, it is enqueued again.
  if (!event || event.status === 'deleted') return;
  try {
    const facts = (await knownSegment(media)) ?? (await makeSegment(media, event, data, context));
    await finish(data, {
      status: 'ready',
      firstLook: null,
      progress: null,
      error: null,
      checks: facts.checks,
      length: facts.length,
      width: facts.width,
      height: facts.height,
      prepared: {
        segmentKey: facts.segmentKey,
        folder: segmentFolder(String(media.eventId), facts.segmentKey),
        frames: facts.frames,
        integratedLoudness: Number.isFinite(facts.integratedLoudness) ? facts.integratedLoudness : null,
      },
    });
    await removeFirstLook(media);
    await enqueuePreview(media, facts.segmentKey);
    await tellOfClip(media);
  } catch (error) {
    // The file itself is at fault: trying again would not help, and the person is told why.
    if (!(error instanceof AppError) || error.code === 'PROVIDER_DOWN') throw error;
    await finish(data, { status: 'failed', progress: null, error: { code: error.code, message: error.message } });
  }
}

/** Does what is left of a preparation whose process died after the clip had been called ready. */
async function finishReady({ mediaId, generation }: PrepareData): Promise<void> {
  const media = await MediaModel.findOne({ _id: mediaId, generation, status: 'ready' }).lean<StoredMedia>();
  if (!media?.prepared) return;
  await removeFirstLook(media);
  await enqueueCleaning(media);
  await enqueuePreview(media, media.prepared.segmentKey);
  await tellOfClip(media);
}

async function enqueuePreview(media: StoredMedia, segmentKey: string): Promise<void> {
  const mediaId = String(media._id);
  const options = { uniqueKey: `${mediaId}:${segmentKey}`, priority: 1, tags: clipTags(media) };
  await platform().queue.enqueue(clipPreviewJob, { mediaId, segmentKey }, options);
}

/**
 * The way out for a clip whose job ended without a result, whatever killed it. One that was cancelled was removed, or waits for
 * another job: its state stays.
 */
async function ended(data: PrepareData, status: JobStatus): Promise<void> {
  if (
    !(await MediaModel.exists({
      _id: data.mediaId,
      status: 'processing',
      deletedAt: null,
      generation: { $ne: data.generation },
    }))
  )
    await releaseSeconds(data.mediaId);
  if (status.state === 'failed')
    await finish(data, { status: 'failed', progress: null, error: FAILED }, { status: 'processing' });
}

/** The segment of this very source, edit and name, made before. */
async function knownSegment(media: StoredMedia): Promise<SegmentFacts | null> {
  if (media.kind === 'text' || !media.sha256) return null;
  const key = keyOfSegment(media.sha256, mediaEdit.parse(media.edit ?? {}), media.contributor?.name ?? '');
  return readFacts(segmentFolder(String(media.eventId), key));
}

async function makeSegment(
  media: StoredMedia,
  event: StoredEvent,
  data: PrepareData,
  context: JobContext,
): Promise<SegmentFacts> {
  const { config, store } = platform();
  return withTempFolder(join(config.varDir, 'tmp'), async (folder) => {
    const input = await inputOf(media, event, folder);
    let told = 0;
    const clip = await prepareClip(input, join(folder, 'out'), {
      signal: context.signal,
      isBackground: (media.work ?? UNKNOWN_WORK).cost > QUICK_WORK,
      onStage: (stage, files) => showFirst(media, data, stage, files),
      onProgress: (done) => {
        if (done < told + 0.1) return;
        told = done;
        void tellProgress(data, context, done);
      },
    });
    return storeSegment(store, String(media.eventId), clip);
  });
}

async function inputOf(media: StoredMedia, event: StoredEvent, folder: string): Promise<PrepareInput> {
  const common = { edit: mediaEdit.parse(media.edit ?? {}), name: media.contributor?.name ?? '' };
  if (media.kind === 'text') {
    const isQuiet = OCCASIONS[event.occasion].tone === 'quiet';
    return { ...common, kind: 'text', text: media.text ?? '', isQuiet };
  }
  return {
    ...common,
    kind: media.kind,
    path: await platform().store.local(media.originalKey ?? '', folder),
    ...(media.sha256 && { sha256: media.sha256 }),
    maxLength: clipLimitOf(event),
  };
}

async function tellProgress(data: PrepareData, context: JobContext, done: number): Promise<void> {
  try {
    await context.progress(done);
    await finish(data, { progress: done }, { status: 'processing' });
  } catch (error) {
    // The lease was lost, and the signal stops the work; what is told meanwhile doesn't matter.
    platform().log.debug({ err: error, mediaId: data.mediaId }, 'progress could not be told');
  }
}

async function current({ mediaId, generation }: PrepareData): Promise<StoredMedia | null> {
  return MediaModel.findOne({ _id: mediaId, generation, status: 'processing', deletedAt: null }).lean<StoredMedia>();
}

/** Shows the picture, then a small copy to play, while the rest is still being made. */
async function showFirst(
  media: StoredMedia,
  data: PrepareData,
  stage: PrepareStage,
  files: Partial<PreparedFiles>,
): Promise<void> {
  const { store } = platform();
  const folder = firstLookFolder(media);
  if (stage === 'poster' && files.posterJpg) {
    await store.write(`${folder}/${SEGMENT_FILES.posterJpg}`, createReadStream(files.posterJpg));
    await finish(data, { firstLook: { folder, hasPreview: false } }, { status: 'processing' });
  }
  if (stage === 'preview' && files.quickPreview) {
    await store.take(`${folder}/${SEGMENT_FILES.preview}`, files.quickPreview);
    await finish(data, { firstLook: { folder, hasPreview: true } }, { status: 'processing' });
  }
}

async function removeFirstLook(media: StoredMedia): Promise<void> {
  const { store } = platform();
  for (const file of [SEGMENT_FILES.posterJpg, SEGMENT_FILES.preview])
    await store.remove(`${firstLookFolder(media)}/${file}`);
}

function firstLookFolder(media: StoredMedia): string {
  return `prepared/${String(media.eventId)}/first-${String(media._id)}`;
}

type Outcome = Partial<Pick<StoredMedia, 'status' | 'progress' | 'length' | 'width' | 'height' | 'firstLook'>> & {
  error?: { code: string; message: string } | null;
  checks?: MediaCheck[];
  prepared?: NonNullable<StoredMedia['prepared']>;
};

/** Writes down what came out, unless something newer was asked of the clip meanwhile; then tells who watches. */
async function finish(
  { mediaId, generation }: PrepareData,
  outcome: Outcome,
  only: { status?: 'processing' } = {},
): Promise<void> {
  const media = await MediaModel.findOneAndUpdate(
    { _id: mediaId, generation, ...only },
    { $set: outcome },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  const event = media && (await findEvent(String(media.eventId)));
  if (media && event) await announce(media, event);
  if (media && outcome.status) await enqueueCleaning(media);
}
