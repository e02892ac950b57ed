import mongoose from 'mongoose';
import type { FileKind } from '../../../shared/limits.ts';

export type UploadStatus = 'incomplete' | 'complete' | 'used' | 'expired';

/** Who writes an upload at the moment. It lapses by itself, so that a killed process holds nobody up. */
export interface UploadLock {
  token: string;
  until: Date;
  /** Another request waits; the holder lets go as soon as it learns of it. */
  wanted: boolean;
}

export interface UploadRecord {
  _id: string;
  /** The event's uuid. */
  event: string;
  /** Bytes announced at the start. */
  size: number;
  /** Bytes that are durably on the disk. */
  offset: number;
  /** For people only; never a path. */
  filename: string;
  filetype: string;
  /** What the file claims to be, and by its content once it is claimed; null where its name and type do not say. */
  kind: FileKind | null;
  status: UploadStatus;
  lock: UploadLock | null;
  /** Hash of the secret of the browser that started it; null where it gave none. */
  owner: string | null;
  /** Keyed hash of the address that it comes from, for a day. */
  address: string | null;
  /** Until then the announced bytes count as taken. Moved on by each byte that arrives. */
  reservedUntil: Date;
  /** Hexadecimal, once complete. */
  sha256: string | null;
  /** The clip it became. */
  mediaId: string | null;
  /** `event:sha256` of a claimed upload: unique, so that no file is twice in an event. Absent otherwise. */
  contentKey?: string;
  createdAt: Date;
  /** When an upload that nobody finished or claimed is given up. */
  expiresAt: Date;
  /** When the bytes of an expired upload were deleted. */
  removedAt: Date | null;
}

const schema = new mongoose.Schema<UploadRecord>(
  {
    _id: { type: String, required: true },
    event: { type: String, required: true },
    size: { type: Number, required: true },
    offset: { type: Number, required: true },
    filename: { type: String, required: true },
    filetype: { type: String, default: '' },
    kind: { type: String, default: null },
    status: { type: String, required: true },
    lock: {
      type: new mongoose.Schema<UploadLock>(
        { token: String, until: Date, wanted: Boolean },
        { _id: false, versionKey: false },
      ),
      default: null,
    },
    owner: { type: String, default: null },
    address: { type: String, default: null },
    reservedUntil: { type: Date, required: true },
    sha256: { type: String, default: null },
    mediaId: { type: String, default: null },
    contentKey: { type: String },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    removedAt: { type: Date, default: null },
  },
  { collection: 'uploads', versionKey: false },
);

schema.index({ contentKey: 1 }, { unique: true, sparse: true });
schema.index({ status: 1, expiresAt: 1 });
schema.index({ status: 1, reservedUntil: 1 });
schema.index({ status: 1, removedAt: 1 });
schema.index({ event: 1, status: 1 });
schema.index({ address: 1, createdAt: 1 });
schema.index({ mediaId: 1 }, { sparse: true });

export const UploadModel = mongoose.model<UploadRecord>('Upload', schema);
