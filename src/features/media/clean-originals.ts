import { join } from 'node:path';
import { isDiskFull } from '../../platform/disk-full.ts';
import { AppError } from '../../platform/errors.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import type { JobContext } from '../../platform/job-queue.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { ToolError } from '../../platform/tool-error.ts';
import { findEvent } from '../events/find-events.service.ts';
import { announce } from './clip-steps.ts';
import { mediaJobs } from './job-types.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { UncleanableError } from './originals/blank-exif.ts';
import { cleanFile } from './originals/clean-file.ts';
import { isMachinesFault } from './prepare/media-error.ts';

/* Originals can be downloaded only without position, device and names. */

const BATCH = 200;
/** Cleaning is enqueued after the preparation; an older clip without a result has lost its job. */
const OVERDUE = 60 * 60_000;

/** Does `original.clean`. */
export const cleanOriginalWork: Work<JobData<typeof mediaJobs.cleanOriginal>> = {
  run: ({ mediaId }, context) => cleanOriginal(mediaId, context),
};

/** Enqueues the cleaning of a clip's original. Idempotent. */
export async function enqueueCleaning(
  media: Pick<StoredMedia, '_id' | 'originalKey' | 'originalState'>,
): Promise<void> {
  if (!media.originalKey || media.originalState === 'clean' || media.originalState === 'withheld') return;
  const mediaId = String(media._id);
  await platform().queue.enqueue(mediaJobs.cleanOriginal, { mediaId }, { uniqueKey: mediaId });
}

/** Enqueues lost cleaning jobs. */
export async function rescueCleaning(now = Date.now()): Promise<void> {
  const waiting = await MediaModel.find({
    originalState: 'raw',
    originalKey: { $type: 'string' },
    createdAt: { $lt: new Date(now - OVERDUE) },
  })
    .limit(BATCH)
    .lean<StoredMedia[]>();
  for (const media of waiting) await enqueueCleaning(media);
}

async function cleanOriginal(mediaId: string, { signal, attempt }: JobContext): Promise<void> {
  const media = await MediaModel.findById(mediaId).lean<StoredMedia>();
  if (!media?.originalKey || media.originalState === 'clean') return;
  const key = media.originalKey;
  const { config, store, log } = platform();
  const state = await withTempFolder(join(config.varDir, 'tmp'), async (folder) => {
    const target = join(folder, 'clean');
    try {
      await cleanFile(await store.local(key, folder), target, signal);
    } catch (error) {
      if (!isFilesFault(error, attempt >= mediaJobs.cleanOriginal.attempts)) throw error;
      log.info({ mediaId, why: error.message }, 'an original can’t be cleaned and is not handed out');
      return 'withheld' as const;
    }
    await store.take(key, target);
    return 'clean' as const;
  });
  const cleaned = await MediaModel.findOneAndUpdate(
    { _id: mediaId, originalKey: key },
    // The facts were of the file before, and every reading of the timeline would carry them.
    { $set: { originalState: state, sourceFacts: null } },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  const event = cleaned && (await findEvent(String(cleaned.eventId)));
  // The clip was purged meanwhile; don't restore its file.
  if (!cleaned) return void ((await MediaModel.exists({ originalKey: key })) || (await store.remove(key)));
  if (event) await announce(cleaned, event);
}

/** Whether a retry would not help. Too little time counts on the last try only, as the machine may be busy. */
function isFilesFault(error: unknown, isLastTry: boolean): error is Error {
  if (isDiskFull(error)) return false;
  if (error instanceof UncleanableError) return true;
  if (error instanceof ToolError) {
    return !isMachinesFault(error) && (error.reason === 'exit' || (error.timedOut && isLastTry));
  }
  return error instanceof AppError && error.code !== 'PROVIDER_DOWN';
}
