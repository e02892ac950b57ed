import { AppError } from '../../platform/errors.ts';
import { countFailure } from '../../platform/tally.ts';
import { causeOf } from '../../shared/figures.ts';
import { findEvent } from '../events/find-events.service.ts';
import { enqueueCleaning } from './clean-originals.ts';
import { newsOfFailure } from './clip-news.ts';
import { announce } from './clip-steps.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';

/** Request for a job; outdated when the clip's generation has increased. */
export interface ClipData {
  mediaId: string;
  generation: number;
}

export type Outcome = Partial<
  Pick<
    StoredMedia,
    'status' | 'progress' | 'length' | 'width' | 'height' | 'firstLook' | 'checks' | 'prepared' | 'error' | 'heard'
  >
>;

/** The clip, if it still waits for this job; otherwise null. */
export async function waitingClip({ mediaId, generation }: ClipData): Promise<StoredMedia | null> {
  return MediaModel.findOne({ _id: mediaId, generation, status: 'processing', deletedAt: null }).lean<StoredMedia>();
}

/** Lets a clip wait for its job again, which had failed and was started again at the desk; null for any other clip. */
export async function waitingAgain({ mediaId, generation }: ClipData): Promise<StoredMedia | null> {
  return MediaModel.findOneAndUpdate(
    { _id: mediaId, generation, status: 'failed', 'error.code': 'INTERNAL', deletedAt: null },
    { $set: { status: 'processing', progress: 0, error: null } },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
}

/** Whether a newer generation is being prepared. */
export async function isPreparedAnew({ mediaId, generation }: ClipData): Promise<boolean> {
  const newer = { _id: mediaId, status: 'processing' as const, deletedAt: null, generation: { $ne: generation } };
  return (await MediaModel.exists(newer)) !== null;
}

/** Stores a job's result unless it is outdated, and notifies viewers. False if nothing was stored. */
export async function recordOutcome(
  { mediaId, generation }: ClipData,
  outcome: Outcome,
  only: { status?: 'processing' } = {},
): Promise<boolean> {
  const media = await MediaModel.findOneAndUpdate(
    { _id: mediaId, generation, ...only },
    { $set: outcome },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  const event = media && (await findEvent(String(media.eventId)));
  if (media && event) await announce(media, event);
  if (media && outcome.status) await enqueueCleaning(media);
  if (media && outcome.status === 'failed') {
    countFailure('clip', causeOf(outcome.error?.code ?? 'INTERNAL'));
    await newsOfFailure(media);
  }
  return media !== null;
}

/** Stores that the file itself is at fault: a retry would not help. Rethrows other errors. */
export async function recordRefusal(data: ClipData, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.code === 'PROVIDER_DOWN') throw error;
  const { code, message } = error;
  await recordOutcome(data, { status: 'failed', progress: null, error: { code, message } });
}
