import { DataStore, ERRORS, Upload } from '@tus/server';
import { UploadModel, type UploadRecord } from './upload.model.ts';
import type { UploadFiles } from './upload-files.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { UploadQuota } from './upload-quota.ts';
import { RESUME_WINDOW } from './upload-times.ts';

/** Drops an upload and deletes its file. False if it was finished meanwhile. */
async function abandon(id: string, files: UploadFiles): Promise<boolean> {
  const given = await UploadModel.updateOne(
    { _id: id, status: 'incomplete' },
    { status: 'expired', expiresAt: new Date() },
  );
  if (given.modifiedCount === 0) return false;
  await files.remove(id);
  await UploadModel.updateOne({ _id: id }, { removedAt: new Date() });
  return true;
}

/** A store for tus, except for writing: see `createPatch`. */
export class UploadStore extends DataStore {
  readonly #files: UploadFiles;
  readonly #locks: UploadLocks;
  readonly #quota: UploadQuota;
  readonly #describe: (id: string) => Omit<UploadRecord, '_id'> | undefined;

  /** `describe` returns the checked request of a new upload. */
  constructor(
    files: UploadFiles,
    locks: UploadLocks,
    quota: UploadQuota,
    describe: (id: string) => Omit<UploadRecord, '_id'> | undefined,
  ) {
    super();
    this.extensions = ['creation', 'termination', 'expiration'];
    this.#files = files;
    this.#locks = locks;
    this.#quota = quota;
    this.#describe = describe;
  }

  override getExpiration(): number {
    return RESUME_WINDOW;
  }

  override async create(upload: Upload): Promise<Upload> {
    const record = this.#describe(upload.id);
    if (!record) throw ERRORS.FILE_NOT_FOUND;
    await UploadModel.create({ _id: upload.id, ...record });
    try {
      await this.#quota.check({ _id: upload.id, ...record });
    } catch (error) {
      await UploadModel.deleteOne({ _id: upload.id });
      throw error;
    }
    upload.creation_date = record.createdAt.toISOString();
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const record = this.#locks.held(id)?.record ?? (await UploadModel.findById(id).lean());
    if (!record) throw ERRORS.FILE_NOT_FOUND;
    if (record.status === 'expired') throw ERRORS.FILE_NO_LONGER_EXISTS;
    return new Upload({
      id,
      size: record.size,
      offset: record.offset,
      metadata: { filename: record.filename, filetype: record.filetype, event: record.event },
      // Only unfinished uploads expire for tus; finished ones may still be queried.
      creation_date: record.status === 'incomplete' ? record.createdAt.toISOString() : new Date().toISOString(),
    });
  }

  override async remove(id: string): Promise<void> {
    if (!(await abandon(id, this.#files))) throw ERRORS.INVALID_TERMINATION;
  }
}
