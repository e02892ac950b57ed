import { createHash } from 'node:crypto';
import { model, Schema, Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/errors.ts';
import { addressKey, tooMany } from '../../platform/http/rate-limits.ts';
import { QUEUED_SECONDS } from '../../shared/limits.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { MediaModel } from './media.model.ts';

/** How long a reservation may wait for its clip to be stored, in milliseconds. */
const STORED_WITHIN = 10 * 60_000;
const FORGOTTEN_AFTER = 24 * 3_600_000;
const COME_BACK_AFTER = 60;

const schema = new Schema(
  {
    /** Hash of the counted party. */
    _id: { type: String, required: true },
    total: { type: Number, required: true },
    clips: [new Schema({ mediaId: { type: String, required: true }, seconds: Number }, { _id: false })],
    expireAt: { type: Date, required: true },
  },
  { collection: 'queued_seconds', versionKey: false },
);
schema.index({ 'clips.mediaId': 1 });
schema.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

const QueuedModel = model('QueuedSeconds', schema);

interface Account {
  key: string;
  /** Seconds. */
  most: number;
  message: string;
}

/** Sender of a clip, for counting. */
export interface Sender {
  viewer: Pick<Viewer, 'user' | 'ip'>;
  /** Browser's secret; null if unknown: then the IP address counts as one browser. */
  browser: string | null;
}

/**
 * Reserves a clip's seconds until it is prepared: for its event, the account or browser, and the IP address, each
 * atomically. Idempotent. Throws TOO_MANY_REQUESTS without reserving anything.
 */
export async function reserveSeconds(mediaId: string, seconds: number, eventId: string, sender: Sender): Promise<void> {
  for (const account of accountsOf(eventId, sender)) {
    if (await take(account, mediaId, seconds)) continue;
    await prune(account.key);
    if (await take(account, mediaId, seconds)) continue;
    await releaseSeconds(mediaId);
    throw tooMany(COME_BACK_AFTER, account.message);
  }
}

/** Releases a clip's seconds: it is prepared, removed, or was never stored. */
export async function releaseSeconds(mediaId: string): Promise<void> {
  const counted = await QueuedModel.find({ 'clips.mediaId': mediaId }, { clips: 1 }).lean();
  for (const { _id, clips } of counted) {
    for (const clip of clips) if (clip.mediaId === mediaId) await giveBack(_id, mediaId, clip.seconds ?? 0);
  }
}

function accountsOf(eventId: string, { viewer, browser }: Sender): Account[] {
  const address = addressKey(viewer.ip);
  const own = 'Your last clips are still being prepared. Please send this one again in a few minutes.';
  return [
    {
      key: keyOf('event', eventId),
      most: QUEUED_SECONDS.event,
      message: 'Many clips of this VidDay are still being prepared. Please send this one again in a few minutes.',
    },
    viewer.user
      ? { key: keyOf('account', viewer.user.id), most: QUEUED_SECONDS.account, message: own }
      : { key: keyOf('browser', browser ?? address), most: QUEUED_SECONDS.browser, message: own },
    { key: keyOf('address', address), most: QUEUED_SECONDS.address, message: own },
  ];
}

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}

/** False at the limit. */
async function take({ key, most }: Account, mediaId: string, seconds: number): Promise<boolean> {
  const room = { _id: key, 'clips.mediaId': { $ne: mediaId }, total: { $lte: most - seconds } };
  const change = {
    $push: { clips: { mediaId, seconds } },
    $inc: { total: seconds },
    $set: { expireAt: new Date(Date.now() + FORGOTTEN_AFTER) },
  };
  try {
    await QueuedModel.updateOne(room, change, { upsert: true });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  // The record exists: full, with this clip, or just created by another request.
  if (await QueuedModel.exists({ _id: key, 'clips.mediaId': mediaId })) return true;
  return (await QueuedModel.updateOne(room, change)).modifiedCount === 1;
}

async function giveBack(key: string, mediaId: string, seconds: number): Promise<void> {
  await QueuedModel.updateOne(
    { _id: key, 'clips.mediaId': mediaId },
    { $pull: { clips: { mediaId } }, $inc: { total: -seconds } },
  );
  await QueuedModel.deleteOne({ _id: key, clips: { $size: 0 } });
}

/** Releases reservations left by crashes: of clips that no longer wait. */
async function prune(key: string): Promise<void> {
  const counted = await QueuedModel.findById(key, { clips: 1 }).lean();
  const clips = counted?.clips ?? [];
  const waiting = await MediaModel.find(
    { _id: { $in: clips.map(({ mediaId }) => mediaId) }, status: 'processing', deletedAt: null },
    { _id: 1 },
  ).lean();
  const known = new Set(waiting.map(({ _id }) => String(_id)));
  for (const { mediaId, seconds } of clips) {
    const age = Date.now() - new Types.ObjectId(mediaId).getTimestamp().getTime();
    if (!known.has(mediaId) && age > STORED_WITHIN) await giveBack(key, mediaId, seconds ?? 0);
  }
}
