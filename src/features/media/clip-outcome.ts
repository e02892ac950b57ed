import { AppError } from '../../platform/errors.ts';
import { findEvent } from '../events/find-events.service.ts';
import { enqueueCleaning } from './clean-originals.ts';
import { announce } from './clip-steps.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';

/** What a job was asked to do for a clip; one for an older generation changes nothing. */
export interface ClipData {
  mediaId: string;
  generation: number;
}

export type Outcome = Partial<
  Pick<
    StoredMedia,
    'status' | 'progress' | 'length' | 'width' | 'height' | 'firstLook' | 'checks' | 'prepared' | 'error'
  >
>;

/** The clip, as long as it waits for this very job; null once it has changed, gone or ended. */
export async function waitingClip({ mediaId, generation }: ClipData): Promise<StoredMedia | null> {
  return MediaModel.findOne({ _id: mediaId, generation, status: 'processing', deletedAt: null }).lean<StoredMedia>();
}

/** Whether something newer is being made of the clip. */
export async function isPreparedAnew({ mediaId, generation }: ClipData): Promise<boolean> {
  const newer = { _id: mediaId, status: 'processing' as const, deletedAt: null, generation: { $ne: generation } };
  return (await MediaModel.exists(newer)) !== null;
}

/**
 * Writes down what came out, unless something newer was asked of the clip meanwhile; then sends it to everybody who watches.
 * False where nothing was written.
 */
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
  return media !== null;
}

/** Records that the file itself is at fault, and says why: trying again would not help. Throws any other error again. */
export async function recordRefusal(data: ClipData, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.code === 'PROVIDER_DOWN') throw error;
  const { code, message } = error;
  await recordOutcome(data, { status: 'failed', progress: null, error: { code, message } });
}
