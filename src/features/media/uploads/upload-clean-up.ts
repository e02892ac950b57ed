import type { QueryFilter } from 'mongoose';
import type { Log } from '../../../platform/log.ts';
import { countFailure } from '../../../platform/tally.ts';
import { UploadModel, type UploadRecord } from './upload.model.ts';
import type { UploadFiles } from './upload-files.ts';
import { REMEMBER_EXPIRED, UNCLAIMED_FOR } from './upload-times.ts';

type Filter = QueryFilter<UploadRecord>;

function unlocked(now: Date): Filter {
  return { $or: [{ lock: null }, { 'lock.until': { $lt: now } }] };
}

/**
 * Deletes the files of unfinished and unclaimed uploads that have expired; returns their number. Never a claimed one.
 */
export async function releaseExpired(files: UploadFiles, log: Log): Promise<number> {
  const now = new Date();
  const over: Filter = { status: { $in: ['incomplete', 'complete'] }, expiresAt: { $lt: now }, ...unlocked(now) };
  const due: Filter = { $or: [over, { status: 'expired', removedAt: null }] };
  let removed = 0;
  for await (const { _id, status } of UploadModel.find(due).lean<UploadRecord[]>().cursor()) {
    // Files first: on a full disk the record can't be written before.
    await files.remove(_id);
    await UploadModel.updateOne({ _id }, { status: 'expired', lock: null, removedAt: now });
    if (status === 'incomplete') countFailure('upload', 'network');
    removed += 1;
  }
  const ago = (time: number) => ({ $lt: new Date(now.getTime() - time) });
  await UploadModel.deleteMany({ status: 'expired', removedAt: ago(REMEMBER_EXPIRED) });
  await UploadModel.updateMany({ address: { $gt: '' }, createdAt: ago(2 * UNCLAIMED_FOR) }, { address: null });
  if (removed > 0) log.info({ removed }, 'gave up uploads that nobody finished');
  return removed;
}

/** Deletes what is known of the uploads that became a clip or track, and files that were never moved away. */
export async function forgetUploadsOf(mediaId: string, files: UploadFiles): Promise<void> {
  const used: Filter = { mediaId, status: 'used' };
  for (const { _id } of await UploadModel.find(used, { _id: 1 }).lean()) await files.remove(_id);
  await UploadModel.deleteMany(used);
}

const LOOKED_AT_ONCE = 1000;

/**
 * Deletes uploads that were claimed for something of which nothing came: the move failed, and nobody tried again.
 * Looks at each once, when its claim is a day old.
 */
export async function dropLost(
  files: UploadFiles,
  isKept: (mediaId: string) => Promise<boolean>,
  now: number,
): Promise<void> {
  // Nothing is claimed after it expired.
  const claimed: Filter = { status: 'used', removedAt: null, expiresAt: { $lt: new Date(now - UNCLAIMED_FOR) } };
  for (const { _id, mediaId } of await UploadModel.find(claimed).limit(LOOKED_AT_ONCE).lean<UploadRecord[]>()) {
    const isThere = mediaId !== null && (await isKept(mediaId));
    if (!isThere) await files.remove(_id);
    await (isThere ? UploadModel.updateOne({ _id }, { removedAt: new Date(now) }) : UploadModel.deleteOne({ _id }));
  }
}

/** Drops unfinished uploads that have been silent for hours, longest first, to make room. */
export async function releaseLapsed(files: UploadFiles): Promise<void> {
  const now = new Date();
  const lapsed: Filter = { status: 'incomplete', reservedUntil: { $lt: now }, ...unlocked(now) };
  const silent = await UploadModel.find(lapsed).sort({ reservedUntil: 1 }).lean<UploadRecord[]>();
  for (const { _id } of silent) {
    const given = await UploadModel.updateOne({ ...lapsed, _id }, { status: 'expired', expiresAt: now });
    if (given.modifiedCount === 0) continue;
    countFailure('upload', 'network');
    await files.remove(_id);
    await UploadModel.updateOne({ _id }, { removedAt: now });
  }
}
