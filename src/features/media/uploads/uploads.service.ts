import { AppError, isDuplicateKey } from '../../../platform/errors.ts';
import type { FileStore, StoredFile } from '../../../platform/file-store.ts';
import { isMissing } from '../../../platform/fs-errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { FileKind } from '../../../shared/file-kinds.ts';
import type { SourceFacts } from '../prepare/source-facts.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';
import { UploadModel, type UploadRecord, type UploadStatus } from './upload.model.ts';
import { dropLost, forgetUploadsOf, releaseExpired, releaseLapsed } from './upload-clean-up.ts';
import { judgeContent, sha256OfFile } from './upload-content.ts';
import type { UploadFiles } from './upload-files.ts';
import { UNCLAIMED_FOR } from './upload-times.ts';

export interface UploadState {
  id: string;
  offset: number;
  length: number;
  status: UploadStatus;
  mediaId: string | null;
}

export interface Claim {
  /** Id of the clip, chosen by the caller before it is stored. */
  mediaId: string;
  /** Id of the event, for the file's key. */
  eventId: string;
  /** Uuid of the event; uploads for another event are not found. */
  event: string;
  /** Key in the file store. Default: an original of the event. */
  key?: string;
  /** Keeps the same content apart from other uses: a song may be a clip too. */
  purpose?: 'track';
  /** Called before the upload is used up; throwing refuses the claim, which can be repeated later. */
  admit?(facts: SourceFacts): Promise<void>;
}

export interface ClaimedUpload {
  id: string;
  mediaId: string;
  /** Key in the file store: the claim's, or `originals/{eventId}/{mediaId}`. */
  key: string;
  bytes: number;
  sha256: string;
  filename: string;
  /** Detected kind. */
  kind: FileKind;
}

export interface UploadsService {
  /** Progress of an upload. Throws NOT_FOUND. */
  uploadState(id: string): Promise<UploadState>;
  /**
   * Turns a finished upload into the original of one clip, exactly once, and moves it into the file store. Idempotent
   * for the same claim. Throws NOT_FOUND, UPLOAD_INCOMPLETE, EXPIRED, WRONG_TYPE, TOO_LARGE; UPLOAD_USED with
   * `details.mediaId` of its clip; DUPLICATE with `details.mediaId` of the event's clip with the same content.
   */
  claimUpload(id: string, claim: Claim): Promise<ClaimedUpload>;
  /** Takes a file that the server fetches itself as a finished upload; returns its id. Throws what `save` throws. */
  receive(file: ReceivedFile): Promise<string>;
  /** Allows the content of a withdrawn or failed clip to be added to its event again. */
  releaseContent(mediaId: string): Promise<void>;
  /** Deletes the record of the upload that became a clip or track, with its name, and its file if it was never moved. */
  forget(mediaId: string): Promise<void>;
  /** Deletes uploads claimed for what is not kept, a day after they expired. */
  dropLost(isKept: (mediaId: string) => Promise<boolean>, now: number): Promise<void>;
  /** Deletes the files of expired uploads; returns their number. Never a claimed one. */
  releaseExpired(): Promise<number>;
  /** Drops unfinished uploads that have been silent for hours, longest first, to make room. */
  releaseLapsed(): Promise<void>;
}

export interface UploadsServiceDeps {
  files: UploadFiles;
  store: FileStore;
  log: Log;
}

/** Creates the service, and a callback for the last byte of an upload. */
export function createUploadsService({ files, store, log }: UploadsServiceDeps): {
  service: UploadsService;
  onComplete(id: string): void;
} {
  const hashing = new Map<string, Promise<string>>();

  /** Started while the browser requests the clip, so that the claim rarely waits. */
  function hashOf(id: string): Promise<string> {
    const running = hashing.get(id) ?? sha256OfFile(files.path(id)).finally(() => hashing.delete(id));
    hashing.set(id, running);
    return running;
  }

  async function rememberHash(id: string): Promise<void> {
    const record = await UploadModel.findById(id, { status: 1, sha256: 1 }).lean();
    if (record?.status !== 'complete' || record.sha256) return;
    await UploadModel.updateOne({ _id: id, status: 'complete' }, { sha256: await hashOf(id) });
  }

  async function claimable(id: string, claim: Claim): Promise<UploadRecord> {
    const record = await settled(id);
    if (!record || record.event !== claim.event) throw notFound();
    if (record.status === 'expired' || (record.status !== 'used' && record.expiresAt < new Date())) {
      throw new AppError('EXPIRED', { message: 'This upload was given up. Please choose the file again.' });
    }
    if (record.status === 'incomplete') {
      const details = { offset: record.offset, length: record.size };
      throw new AppError('UPLOAD_INCOMPLETE', { message: 'This file is not all here yet.', details });
    }
    if (record.status === 'used' && record.mediaId !== claim.mediaId) {
      const details = { mediaId: record.mediaId };
      throw new AppError('UPLOAD_USED', { message: 'This upload is already a clip.', details });
    }
    return record;
  }

  async function markUsed(record: UploadRecord, claim: Claim): Promise<void> {
    const { _id } = record;
    const looked = await lookInto(record);
    if (!looked) return;
    const { facts, sha256 } = looked;
    const { kind } = facts;
    await claim.admit?.(facts);
    const contentKey = [record.event, ...(claim.purpose ? [claim.purpose] : []), sha256].join(':');
    try {
      await UploadModel.updateOne(
        { _id, status: 'complete' },
        { $set: { status: 'used', mediaId: claim.mediaId, sha256, contentKey, kind } },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const twin = await UploadModel.findOne({ contentKey }).lean();
      throw new AppError('DUPLICATE', {
        message: `“${record.filename}” is already in, so it was not added again.`,
        details: { mediaId: twin?.mediaId ?? null },
      });
    }
  }

  /**
   * Facts and hash of a file. Deletes a file whose content is refused, as it can't be used otherwise. Null if another
   * claim took the file meanwhile.
   */
  async function lookInto(record: UploadRecord): Promise<{ facts: SourceFacts; sha256: string } | null> {
    const { _id } = record;
    try {
      const facts = await judgeContent(files.path(_id), { ...record, visitor: record.address ?? '' });
      return { facts, sha256: record.sha256 ?? (await hashOf(_id)) };
    } catch (error) {
      if (await UploadModel.exists({ _id, status: { $ne: 'complete' } })) return null;
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      await UploadModel.updateOne({ _id, status: 'complete' }, { status: 'expired', expiresAt: new Date() });
      await files.remove(_id);
      throw error;
    }
  }

  async function move(id: string, key: string): Promise<StoredFile> {
    try {
      return await store.take(key, files.path(id));
    } catch (error) {
      // Moved by an earlier claim that crashed.
      const moved = isMissing(error) ? await store.stat(key) : null;
      if (!moved) throw error;
      return moved;
    }
  }

  const service: UploadsService = {
    async uploadState(id) {
      const record = await settled(id);
      if (!record) throw notFound();
      const { offset, size, status, mediaId } = record;
      return { id, offset, length: size, status, mediaId };
    },

    async claimUpload(id, claim) {
      let record = await claimable(id, claim);
      if (record.status === 'complete') {
        await markUsed(record, claim);
        record = await claimable(id, claim);
      }
      const key = claim.key ?? `originals/${claim.eventId}/${claim.mediaId}`;
      const moved = await move(id, key);
      const { mediaId, sha256, filename, kind } = record;
      if (!kind) throw new Error('A claimed upload has no kind');
      return { id, mediaId: mediaId ?? claim.mediaId, key, bytes: moved.bytes, sha256: sha256 ?? '', filename, kind };
    },

    receive: (file) => receiveFile(files, file),

    async releaseContent(mediaId) {
      await UploadModel.updateMany({ mediaId }, { $unset: { contentKey: 1 } });
    },

    forget: (mediaId) => forgetUploadsOf(mediaId, files),
    dropLost: (isKept, now) => dropLost(files, isKept, now),
    releaseExpired: () => releaseExpired(files, log),
    releaseLapsed: () => releaseLapsed(files),
  };

  let hashedSoFar = Promise.resolve();
  return {
    service,
    onComplete(id) {
      // In order: reading fifty files at once would slow down running uploads.
      hashedSoFar = hashedSoFar
        .then(() => rememberHash(id))
        .catch((error) => log.warn({ err: error, upload: id }, 'could not hash an upload'));
    },
  };
}

/** The record; completes one whose process crashed between the last byte and the record. */
async function settled(id: string): Promise<UploadRecord | null> {
  const record = await UploadModel.findById(id).lean();
  if (record?.status !== 'incomplete' || record.offset !== record.size || record.expiresAt < new Date()) return record;
  if (record.lock && record.lock.until > new Date()) return record;
  return await UploadModel.findOneAndUpdate(
    { _id: id, status: 'incomplete', offset: record.size },
    { status: 'complete', lock: null, expiresAt: new Date(Date.now() + UNCLAIMED_FOR) },
    { returnDocument: 'after' },
  ).lean();
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such upload.' });
}
