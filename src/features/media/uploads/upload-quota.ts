import { createHmac } from 'node:crypto';
import { addressKey, tooMany } from '../../../platform/http/rate-limits.ts';
import { type DiskRoom, noRoom } from '../../../platform/storage/disk-room.ts';
import { UPLOAD } from '../../../shared/limits.ts';
import { UploadModel, type UploadRecord } from './upload.model.ts';
import { RESERVED_FOR } from './upload-times.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Seconds after which a full event or address may retry. */
const RETRY_AFTER = 600;

type Sizes = Pick<UploadRecord, '_id' | 'size' | 'offset' | 'status' | 'reservedUntil'>;
const SIZES = { size: 1, offset: 1, status: 1, reservedUntil: 1 } as const;

/**
 * Bytes counted for an upload: all announced ones, or those written if it was dropped or its reservation has expired.
 */
function heldBytes({ size, offset, status, reservedUntil }: Sizes): number {
  const isLapsed = status === 'incomplete' && reservedUntil < new Date();
  return status === 'expired' || isLapsed ? offset : size;
}

/** Limits on announced bytes. An upload's record is its reservation: it is stored first, then all are counted. */
export interface UploadQuota {
  /**
   * Throws PROVIDER_DOWN if the disk lacks space, including this upload, and TOO_MANY_REQUESTS over the limit of its
   * event or address. Concurrent uploads may both be refused.
   */
  check(record: UploadRecord): Promise<void>;
  /** Reserves the missing bytes of an upload resumed after its reservation expired; throws PROVIDER_DOWN. */
  renew(record: UploadRecord): Promise<void>;
  /** Throws PROVIDER_DOWN while uploads are stopped. */
  requireRoom(): Promise<void>;
}

/** `makeRoom` deletes abandoned uploads, and is called before refusing one. */
export function createUploadQuota(room: DiskRoom, makeRoom: () => Promise<void>): UploadQuota {
  async function requireRoom(): Promise<void> {
    if ((await room.forUploads()) <= 0) throw noRoom('your file');
  }

  async function fits(): Promise<boolean> {
    const free = await room.forUploads();
    const now = new Date();
    const waiting = await UploadModel.find({ status: 'incomplete', reservedUntil: { $gt: now } }, SIZES).lean<
      Sizes[]
    >();
    return waiting.reduce((sum, { size, offset }) => sum + size - offset, 0) <= free;
  }

  async function requireAll(): Promise<void> {
    if (await fits()) return;
    await makeRoom();
    if (!(await fits())) throw noRoom('your file');
  }

  return {
    requireRoom,
    async check(record) {
      await Promise.all([requireAll(), checkEvent(record), checkAddress(record)]);
    },
    async renew({ _id }) {
      await UploadModel.updateOne({ _id }, { reservedUntil: new Date(Date.now() + RESERVED_FOR) });
      try {
        await requireAll();
      } catch (error) {
        await UploadModel.updateOne({ _id }, { reservedUntil: new Date() });
        throw error;
      }
    },
  };
}

async function checkEvent({ event }: UploadRecord): Promise<void> {
  const uploads = await UploadModel.find({ event, status: { $in: ['incomplete', 'complete'] } }, SIZES).lean<Sizes[]>();
  if (sum(uploads) <= UPLOAD.bytesPerEvent) return;
  throw tooMany(RETRY_AFTER, 'A lot is on its way to this VidDay already. Please try again in a few minutes.');
}

async function checkAddress({ address }: UploadRecord): Promise<void> {
  if (address === null) return;
  const since = new Date(Date.now() - DAY);
  const uploads = await UploadModel.find({ address, createdAt: { $gt: since } }, SIZES).lean<Sizes[]>();
  if (uploads.filter(isOpen).length > UPLOAD.openPerAddress) {
    throw tooMany(RETRY_AFTER, 'Many files from your network are not finished yet. Please finish those first.');
  }
  if (sum(uploads) <= UPLOAD.bytesPerAddress) return;
  throw tooMany(
    RETRY_AFTER,
    'A lot came from your network today. Please send the rest tomorrow, or from another network.',
  );
}

function isOpen({ status, reservedUntil }: Sizes): boolean {
  return status === 'incomplete' && reservedUntil > new Date();
}

function sum(uploads: Sizes[]): number {
  return uploads.reduce((total, upload) => total + heldBytes(upload), 0);
}

/** Keyed hash of an IP address, for counting. */
export function hashAddress(ip: string, secret: string): string {
  return createHmac('sha256', secret)
    .update(`upload\n${addressKey(ip)}`)
    .digest('base64url');
}
