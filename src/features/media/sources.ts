import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { isMissing } from '../../platform/fs-errors.ts';
import type { CreateMediaBody, MediaKind } from '../../shared/contracts/media.ts';
import { ITEMS_PER_ADDRESS } from '../../shared/limits.ts';
import { clipLimitOf } from '../events/event-facts.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { personOf } from './contributor-identity.service.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { storedTracks } from './media.parts.ts';
import { type EncodingWork, textWork, workOf } from './prepare/encoding-work.ts';
import type { SourceFacts } from './prepare/source-facts.ts';
import {
  type AddressCount,
  countAddress,
  releaseSeconds,
  reserveSeconds,
  type Sender,
  uncountAddress,
} from './queued-seconds.ts';
import { uploads } from './uploads/open-uploads.ts';
import type { ClaimedUpload } from './uploads/uploads.service.ts';

/** Content of a clip, stored durably. */
export interface Source {
  mediaId: Types.ObjectId;
  kind: MediaKind;
  sha256: string;
  originalKey: string | null;
  bytes: number;
  filename: string | null;
  work: EncodingWork | null;
  /** Null for a card, and where an earlier request claimed the upload and crashed. */
  facts: SourceFacts | null;
}

/** What is known of an upload once it is admitted. */
type Admitted = Pick<Source, 'work' | 'facts'>;

/** Concurrent requests for the same file conflict only a few times. */
const CLAIM_TRIES = 6;

export async function findByUpload(uploadId: string, event: EventRecord): Promise<StoredMedia | null> {
  return MediaModel.findOne({ uploadId, eventId: event.id }).lean<StoredMedia>();
}

export async function findByContent(event: EventRecord, sha256: string): Promise<StoredMedia | null> {
  return MediaModel.findOne({ eventId: event.id, sha256, deletedAt: null }).lean<StoredMedia>();
}

/** Identifies a text card: the same text and name by the same sender is the same card. */
export function textHash(key: string, { contributor, text = '' }: CreateMediaBody): string {
  const person = personOf({ key, name: contributor.name });
  return createHash('sha256').update(`text\n${person}\n${text}`).digest('hex');
}

/**
 * Takes over the upload that a body names, or the words of a text card; answers the clip that holds the same file already.
 * TOO_MANY_REQUESTS while too much of its sender waits to be prepared, LIMIT_REACHED past what an address may send in a day.
 */
export async function takeSource(
  body: CreateMediaBody,
  event: EventRecord,
  contributorKey: string,
  sender: Sender,
  ofAddress?: AddressCount,
): Promise<Source | { twin: StoredMedia }> {
  const mediaId = new Types.ObjectId();
  if (body.uploadId === undefined) {
    const sha256 = textHash(contributorKey, body);
    const work = textWork(body.text ?? '');
    const isCounted = await reserveSeconds(String(mediaId), work.seconds, event.id, sender, ofAddress);
    if (!isCounted) throw tooManyClips();
    return { mediaId, kind: 'text', sha256, originalKey: null, bytes: 0, filename: null, work, facts: null };
  }
  if (ofAddress && !(await countAddress(ofAddress))) throw tooManyClips();
  return claim(body.uploadId, event, sender, mediaId, CLAIM_TRIES).catch(async (error) => {
    if (ofAddress) await uncountAddress(ofAddress);
    throw error;
  });
}

function tooManyClips(): AppError {
  return new AppError('LIMIT_REACHED', {
    message: `${ITEMS_PER_ADDRESS} clips came from your network today, which is all we can take. Try another network, or come back tomorrow.`,
  });
}

/** Lets somebody else add the file of a clip that failed. False if that is being prepared again by now. */
export async function giveUpContent({ _id, sha256 }: StoredMedia): Promise<boolean> {
  await releaseContent(String(_id));
  const failed = { _id, status: 'failed' as const, sha256 };
  const given = await MediaModel.updateOne(failed, { $set: { sha256: null, copiedSha256: sha256 } });
  return given.modifiedCount === 1;
}

/** Allows adding the same file again after a withdrawal. */
export async function releaseContent(mediaId: string): Promise<void> {
  await uploads().service.releaseContent(mediaId);
}

/** Deletes what is known of the upload that became a clip, when the clip's content is deleted. */
export async function forgetUpload(mediaId: string): Promise<void> {
  await uploads().service.forget(mediaId);
}

/** Deletes uploads that were taken for a clip or a track of which there is none, a day later. */
export async function dropLostUploads(now: number): Promise<void> {
  const isKept = async (id: string) => (await MediaModel.exists({ _id: id })) !== null || storedTracks().has(id);
  await uploads().service.dropLost(isKept, now);
}

/** Deletes expired uploads. */
export async function releaseExpiredUploads(): Promise<number> {
  return uploads().service.releaseExpired();
}

/** How long another request may take between claiming a file and storing its clip, in milliseconds. */
const STORED_WITHIN = 2000;

async function claim(
  uploadId: string,
  event: EventRecord,
  sender: Sender,
  mediaId: Types.ObjectId,
  tries: number,
): Promise<Source | { twin: StoredMedia }> {
  const { service } = uploads();
  const admitted: Admitted = { work: null, facts: null };
  try {
    const claimed = await service.claimUpload(uploadId, {
      mediaId: String(mediaId),
      eventId: event.id,
      event: event.uuid,
      admit: async (facts) => {
        const work = workOf(facts, clipLimitOf(event));
        Object.assign(admitted, { work, facts });
        await reserveSeconds(String(mediaId), work.seconds, event.id, sender);
      },
    });
    return toSource(claimed, mediaId, admitted);
  } catch (error) {
    await releaseSeconds(String(mediaId));
    const earlier = error instanceof AppError ? error.details?.mediaId : undefined;
    if (typeof earlier !== 'string' || tries === 1) throw error;
    const twin = await storedSoon(earlier, event);
    if (twin) return { twin };
    // A process crashed between claiming and storing. Reuse its id, or release its claim on the content.
    if (error instanceof AppError && error.code === 'UPLOAD_USED') {
      return claim(uploadId, event, sender, new Types.ObjectId(earlier), tries - 1).catch((cause) => {
        if (!isMissing(cause)) throw cause;
        throw new AppError('EXPIRED', { message: 'This upload was given up. Please choose the file again.', cause });
      });
    }
    await service.releaseContent(earlier);
    return claim(uploadId, event, sender, mediaId, tries - 1);
  }
}

/** The clip for which another request has claimed a file; null if it is not stored soon. */
async function storedSoon(mediaId: string, event: EventRecord): Promise<StoredMedia | null> {
  for (const until = Date.now() + STORED_WITHIN; ; ) {
    const clip = await MediaModel.findOne({ _id: mediaId, eventId: event.id }).lean<StoredMedia>();
    if (clip || Date.now() > until) return clip?.deletedAt === null ? clip : null;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function toSource(claimed: ClaimedUpload, mediaId: Types.ObjectId, admitted: Admitted): Source {
  return {
    mediaId,
    kind: claimed.kind,
    sha256: claimed.sha256,
    originalKey: claimed.key,
    bytes: claimed.bytes,
    filename: claimed.filename,
    ...admitted,
  };
}
