import mongoose from 'mongoose';
import type { FileKind } from '../../../shared/file-kinds.ts';

export type UploadStatus = 'incomplete' | 'complete' | 'used' | 'expired';

/** Current writer of an upload; a lease, so that a crash blocks nobody. */
export interface UploadLock {
  token: string;
  until: Date;
  /** Another request waits; the holder releases it when it notices. */
  wanted: boolean;
}

export interface UploadRecord {
  _id: string;
  /** Uuid of the event. */
  event: string;
  /** Announced size. */
  size: number;
  /** Durable bytes. */
  offset: number;
  /** A browser asked where to go on, after an interruption. */
  wasInterrupted?: boolean;
  /** For display only; never a path. */
  filename: string;
  filetype: string;
  /** Claimed kind, then the detected one once it is claimed; null if name and type don't tell. */
  kind: FileKind | null;
  status: UploadStatus;
  lock: UploadLock | null;
  /** Hash of the starting browser's secret; null without one. */
  owner: string | null;
  /** Keyed hash of the IP address, kept for a day. */
  address: string | null;
  /** End of the reservation, extended by each received byte. */
  reservedUntil: Date;
  /** In hex, once complete. */
  sha256: string | null;
  /** The clip that claimed it. */
  mediaId: string | null;
  /** `event:sha256` of a claimed upload: unique, so that no file is in an event twice. Otherwise absent. */
  contentKey?: string;
  createdAt: Date;
  /** Expiry of an unfinished or unclaimed upload. */
  expiresAt: Date;
  /** When the file of an expired upload was deleted, or a used one's clip was seen to have it. */
  removedAt: Date | null;
}

const schema = new mongoose.Schema<UploadRecord>(
  {
    _id: { type: String, required: true },
    event: { type: String, required: true },
    size: { type: Number, required: true },
    offset: { type: Number, required: true },
    wasInterrupted: { type: Boolean },
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
schema.index({ status: 1, removedAt: 1, expiresAt: 1 });
schema.index({ event: 1, status: 1 });
schema.index({ address: 1, createdAt: 1 });
schema.index({ mediaId: 1 }, { sparse: true });

export const UploadModel = mongoose.model<UploadRecord>('Upload', schema);
