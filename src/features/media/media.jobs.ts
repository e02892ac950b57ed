import { join } from 'node:path';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import type { JobContext, JobStatus } from '../../platform/job-queue.ts';
import { platform } from '../../platform/platform.ts';
import type { Work } from '../../platform/queue/handled-jobs.ts';
import type { Part } from '../../shared/edited-length.ts';
import { mediaEdit } from '../../shared/media-edit.ts';
import { askForTitles } from '../events/film-titles.service.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { enqueueCleaning } from './clean-originals.ts';
import { drawnName, fileInputOf, sourceHash, textInputOf } from './clip-input.ts';
import { tellOfClip } from './clip-mails.ts';
import {
  type ClipData,
  isPreparedAnew,
  recordOutcome,
  recordRefusal,
  waitingAgain,
  waitingClip,
} from './clip-outcome.ts';
import { heardPart, isHeardWhole } from './dead-time.ts';
import { QUICK_WORK } from './job-types.ts';
import { planWithReady } from './late-clips.service.ts';
import { fetchLook, lookFolder, removeLookParts, removeLooks, storePoster, storePreview } from './look-files.ts';
import { lookHasPoster, MediaModel, type StoredMedia } from './media.model.ts';
import { prepareClip } from './prepare/prepare-clip.ts';
import type { PreparedFiles, PrepareInput, PrepareStage } from './prepare/prepared-clip.ts';
import { segmentKey as keyOfSegment } from './prepare/segment-key.ts';
import { workOfClip } from './preparing.ts';
import { releaseSeconds } from './queued-seconds.ts';
import { readFacts, type SegmentFacts, segmentFolder, storeSegment } from './segments.ts';

/** `heard`: see `heardPart`; absent if it was not measured. */
type MadeSegment = SegmentFacts & { heard?: Part };

const FAILED = {
  code: 'INTERNAL',
  message: 'We couldn’t prepare this clip. Try again, or record a new one. Your original is safe.',
};
/**
 * Encoders yield to looks, and those of long clips to those of short ones. Not more than this: at 19 they would stand still
 * beside another program that uses the whole machine.
 */
const NICENESS = { short: 5, long: 12 };

/** Runs `media.prepare`: makes the segment that films are joined from. */
export const prepareWork: Work<ClipData> = {
  run: prepare,
  ended,
  concurrency: ({ workerConcurrency }) => workerConcurrency,
};

async function prepare(data: ClipData, context: JobContext): Promise<void> {
  const media = (await waitingClip(data)) ?? (await waitingAgain(data));
  if (!media) return finishReady(data);
  const event = await findEvent(String(media.eventId));
  // Restoring the event enqueues it again.
  if (!event || event.status === 'deleted') return;
  try {
    const facts: MadeSegment = (await knownSegment(media)) ?? (await makeSegment(media, event, data, context));
    await recordOutcome(data, {
      ...(facts.heard && { heard: facts.heard }),
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
        stream: facts.stream,
        hasEdges: facts.hasEdges,
        bytes: facts.bytes,
        hasName: drawnName(media) !== '',
        integratedLoudness: Number.isFinite(facts.integratedLoudness) ? facts.integratedLoudness : null,
      },
    });
    await removeLooks(media);
    await askForTitles(String(media.eventId));
    await planWithReady(data.mediaId);
    await tellOfClip(media);
  } catch (error) {
    await recordRefusal(data, error);
  }
}

/** Completes a preparation that crashed after the clip became ready. */
async function finishReady({ mediaId, generation }: ClipData): Promise<void> {
  const media = await MediaModel.findOne({ _id: mediaId, generation, status: 'ready' }).lean<StoredMedia>();
  if (!media?.prepared) return;
  await removeLooks(media);
  await enqueueCleaning(media);
  await askForTitles(String(media.eventId));
  await planWithReady(mediaId);
  await tellOfClip(media);
}

/**
 * Ends the preparation of a clip whose job has no result. A cancelled clip was removed or has another job, so its state
 * stays.
 */
async function ended(data: ClipData, status: JobStatus): Promise<void> {
  if (!(await isPreparedAnew(data))) await releaseSeconds(data.mediaId);
  if (status.state === 'failed') {
    await recordOutcome(data, { status: 'failed', progress: null, error: FAILED }, { status: 'processing' });
  }
  const failed = await MediaModel.findOne({ _id: data.mediaId, status: 'failed' }).lean<StoredMedia>();
  if (failed) await removeLookParts(failed);
}

/** An existing segment of this source, edit and name. */
async function knownSegment(media: StoredMedia): Promise<SegmentFacts | null> {
  const sha256 = media.kind === 'text' ? null : await sourceHash(media);
  if (!sha256) return null;
  const key = keyOfSegment(sha256, mediaEdit.parse(media.edit ?? {}), drawnName(media));
  return readFacts(segmentFolder(String(media.eventId), key));
}

async function makeSegment(
  media: StoredMedia,
  event: EventRecord,
  data: ClipData,
  context: JobContext,
): Promise<MadeSegment> {
  const { config, store } = platform();
  return withTempFolder(join(config.varDir, 'tmp'), async (folder) => {
    const out = join(folder, 'out');
    const input = await inputOf(media, event, folder, out);
    let told = 0;
    const shown = shownBefore(media);
    const clip = await prepareClip(input, out, {
      signal: context.signal,
      niceness: workOfClip(media).cost > QUICK_WORK ? NICENESS.long : NICENESS.short,
      onStage: (stage, files) => showFirst(media, data, shown, stage, files),
      onProgress: (done) => {
        if (done < told + 0.1) return;
        told = done;
        void tellProgress(data, context, done);
      },
    });
    const isNew = !media.heard && isHeardWhole(media);
    const heard = isNew ? await heardPart(clip.files.audio, clip.length) : null;
    return { ...(await storeSegment(store, String(media.eventId), clip)), ...(heard && { heard }) };
  });
}

async function inputOf(media: StoredMedia, event: EventRecord, folder: string, out: string): Promise<PrepareInput> {
  if (media.kind === 'text') return textInputOf(media, event);
  const input = await fileInputOf(media, event, folder);
  return media.kind === 'video' ? { ...input, earlier: await fetchLook(media, out) } : input;
}

async function tellProgress(data: ClipData, context: JobContext, done: number): Promise<void> {
  try {
    await context.progress(done);
    await recordOutcome(data, { progress: done }, { status: 'processing' });
  } catch (error) {
    // The lease is lost and the signal stops the work, so progress doesn't matter.
    platform().log.debug({ err: error, mediaId: data.mediaId }, 'progress could not be told');
  }
}

/** What an earlier look at this generation of the clip has shown. */
function shownBefore(media: StoredMedia) {
  const isThere = media.firstLook?.folder === lookFolder(media);
  return { hasPoster: isThere && lookHasPoster(media), hasPreview: isThere && media.firstLook?.hasPreview === true };
}

/** Shows the poster, then a small copy, unless a look has done so, and notes it in `shown`. */
async function showFirst(
  media: StoredMedia,
  data: ClipData,
  shown: ReturnType<typeof shownBefore>,
  stage: PrepareStage,
  { posterJpg, posterWebp, quickPreview }: Partial<PreparedFiles>,
): Promise<void> {
  const folder = lookFolder(media);
  if (stage === 'poster' && posterJpg && posterWebp) {
    await storePoster(folder, { posterJpg, posterWebp });
    shown.hasPoster = true;
    await recordOutcome(data, { firstLook: { folder, ...shown } }, { status: 'processing' });
  }
  // Don't replace a preview that may be playing.
  if (stage === 'preview' && quickPreview && !shown.hasPreview) {
    await storePreview(folder, { quickPreview });
    shown.hasPreview = true;
    await recordOutcome(data, { firstLook: { folder, ...shown } }, { status: 'processing' });
  }
}
