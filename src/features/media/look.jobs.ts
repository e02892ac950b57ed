import { join } from 'node:path';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import type { JobContext, JobStatus } from '../../platform/job-queue.ts';
import { platform } from '../../platform/platform.ts';
import type { Work } from '../../platform/queue/handled-jobs.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { fileInputOf } from './clip-input.ts';
import { isPreparedAnew, recordOutcome, recordRefusal, waitingClip } from './clip-outcome.ts';
import { type LookData, QUICK_LOOK } from './job-types.ts';
import { lookFolder, removeLooks, storeLook, storePoster, storePreview } from './look-files.ts';
import { lookHasPoster, type StoredMedia } from './media.model.ts';
import { lookPlanOf } from './prepare/encoding-work.ts';
import { makeLook, makePoster } from './prepare/look-at-clip.ts';
import { filesIn } from './prepare/prepared-clip.ts';
import { enqueueLook, enqueuePrepare, workOfClip } from './preparing.ts';
import { releaseSeconds } from './queued-seconds.ts';

/** A long look yields to a short one, and still precedes encoders. */
const LONG_LOOK_NICENESS = 10;

/** Runs `media.poster`: shows a clip's picture before it is encoded. */
export const posterWork: Work<LookData> = {
  run: showPoster,
  ended: (data, status) => goOn(data, status, enqueueLook),
};

/** Runs `media.look`: makes a clip playable before it is encoded. */
export const lookWork: Work<LookData> = {
  run: showPreview,
  ended: (data, status) => goOn(data, status, enqueuePrepare),
};

async function showPoster(data: LookData, { signal }: JobContext): Promise<void> {
  await withClip(data, async (media, event, temp) => {
    const folder = lookFolder(media);
    if (media.firstLook?.folder === folder) return;
    const out = join(temp, 'out');
    if (!(await makePoster(await fileInputOf(media, event, temp), out, { signal }))) return;
    await storePoster(folder, filesIn(out));
    await show(data, media, { hasPoster: true, hasPreview: false });
  });
}

async function showPreview(data: LookData, { signal }: JobContext): Promise<void> {
  await withClip(data, async (media, event, temp) => {
    const folder = lookFolder(media);
    if (media.firstLook?.folder === folder && media.firstLook.hasPreview) return;
    const out = join(temp, 'out');
    const files = filesIn(out);
    const { seconds, cost } = lookPlanOf(workOfClip(media));
    const niceness = cost > QUICK_LOOK ? LONG_LOOK_NICENESS : 0;
    const made = await makeLook(await fileInputOf(media, event, temp), seconds, out, { signal, niceness });
    if (!made.hasPreview) return;
    await storePreview(folder, files);
    const hasPoster = media.firstLook?.folder === folder && lookHasPoster(media);
    if (await show(data, media, { hasPoster, hasPreview: true })) await storeLook(folder, made, files);
  });
}

/** Runs `work` for a clip that still waits, in a temporary folder. */
async function withClip(
  data: LookData,
  work: (media: StoredMedia, event: EventRecord, temp: string) => Promise<void>,
): Promise<void> {
  const media = await waitingClip(data);
  const event = media && (await findEvent(String(media.eventId)));
  if (!event || event.status === 'deleted') return;
  try {
    await withTempFolder(join(platform().config.varDir, 'tmp'), (temp) => work(media, event, temp));
  } catch (error) {
    await recordRefusal(data, error);
  }
}

/** False, without storing anything, if the clip is ready, changed or gone. */
async function show(
  data: LookData,
  media: StoredMedia,
  files: { hasPoster: boolean; hasPreview: boolean },
): Promise<boolean> {
  const firstLook = { folder: lookFolder(media), ...files };
  const isShown = await recordOutcome(data, { firstLook }, { status: 'processing' });
  if (!isShown && !(await isPreparedAnew(data))) await removeLooks(media);
  return isShown;
}

/** Enqueues the next step, even after a failure: the preparation makes what is missing. Not after a cancellation. */
async function goOn(
  data: LookData,
  { state }: JobStatus,
  enqueue: (media: StoredMedia, event: EventRecord, data: LookData) => Promise<void>,
): Promise<void> {
  if (state === 'cancelled') return;
  const media = await waitingClip(data);
  const event = media && (await findEvent(String(media.eventId)));
  if (event && event.status !== 'deleted') await enqueue(media, event, data);
  else if (!media && !(await isPreparedAnew(data))) await releaseSeconds(data.mediaId);
}
