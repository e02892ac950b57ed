import { randomBytes } from 'node:crypto';
import { UploadModel } from './upload.model.ts';
import type { UploadFiles } from './upload-files.ts';
import { UNCLAIMED_FOR } from './upload-times.ts';

/** A file that the server fetches itself. */
export interface ReceivedFile {
  /** Uuid of the event. */
  event: string;
  filename: string;
  filetype: string;
  /** Writes it to a file; returns its bytes. */
  save(path: string): Promise<number>;
}

/** Turns it into a finished upload, to be claimed like one from a browser; returns its id. Throws what `save` throws. */
export async function receiveFile(files: UploadFiles, { save, ...facts }: ReceivedFile): Promise<string> {
  const id = randomBytes(16).toString('hex');
  const now = new Date();
  // The record comes first: after a crash, the file is removed with it.
  await UploadModel.create({
    ...facts,
    _id: id,
    size: 0,
    offset: 0,
    kind: null,
    status: 'expired',
    reservedUntil: now,
    createdAt: now,
    expiresAt: now,
  });
  const bytes = await save(files.path(id));
  const expiresAt = new Date(Date.now() + UNCLAIMED_FOR);
  await UploadModel.updateOne({ _id: id }, { status: 'complete', size: bytes, offset: bytes, expiresAt });
  return id;
}
