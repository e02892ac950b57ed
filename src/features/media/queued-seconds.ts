import { createHash } from 'node:crypto';
import { model, mongo, Schema, Types } from 'mongoose';
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

/** The clips that came from one address to one event in a day, and the room for them. */
export interface AddressCount {
  eventId: string;
  ip: string;
  most: number;
}

/**
 * Reserves a clip's seconds until it is prepared: for its event, the account or browser, and the IP address, each
 * atomically and all in one command. Idempotent. Throws TOO_MANY_REQUESTS without reserving anything.
 * @param ofAddress also counts the clip for its IP address; answers false, without reserving anything, past the daily limit
 */
export async function reserveSeconds(
  mediaId: string,
  seconds: number,
  eventId: string,
  sender: Sender,
  ofAddress?: AddressCount,
): Promise<boolean> {
  const accounts = accountsOf(eventId, sender);
  const full = await takeAll(
    accounts.map((account) => taking(account, mediaId, seconds)),
    ofAddress && takingOfAddress(ofAddress),
  );
  const isCounted = !ofAddress || !full.has(accounts.length) || (await beginDay(ofAddress));
  if (!isCounted) {
    await releaseSeconds(mediaId);
    return false;
  }
  for (const [at, account] of accounts.entries()) {
    if (!full.has(at) || (await take(account, mediaId, seconds))) continue;
    await prune(account.key);
    if (await take(account, mediaId, seconds)) continue;
    await releaseSeconds(mediaId);
    if (ofAddress) await uncountAddress(ofAddress);
    throw tooMany(COME_BACK_AFTER, account.message);
  }
  return true;
}

/** Counts one more clip from an address; false where there is no room for it. */
export async function countAddress(count: AddressCount): Promise<boolean> {
  const full = await takeAll([], takingOfAddress(count));
  return !full.has(0) || beginDay(count);
}

/** Gives it back, for a clip that did not come to be. */
export async function uncountAddress({ eventId, ip }: AddressCount): Promise<void> {
  await QueuedModel.updateOne({ _id: keyOfAddress(eventId, ip), total: { $gt: 0 } }, { $inc: { total: -1 } });
}

type Taking = ReturnType<typeof taking> | ReturnType<typeof takingOfAddress>;

/** One command for all; answers which of them found no room, or the clip there already. */
async function takeAll(takings: readonly Taking[], last?: Taking): Promise<Set<number>> {
  const all = last ? [...takings, last] : takings;
  const updates = all.map(({ room, change }) => ({ updateOne: { filter: room, update: change, upsert: true } }));
  try {
    await QueuedModel.bulkWrite(updates, { ordered: false });
    return new Set();
  } catch (error) {
    const refused = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (refused.length === 0 || !refused.every(isDuplicateKey)) throw error;
    return new Set(refused.map(({ index }) => index));
  }
}

function takingOfAddress({ eventId, ip, most }: AddressCount) {
  const room = { _id: keyOfAddress(eventId, ip), total: { $lt: most }, expireAt: { $gt: new Date() } };
  return { room, change: { $inc: { total: 1 }, $setOnInsert: { expireAt: inADay() } } };
}

/** The day that was counted is over, and what was counted is not deleted yet. */
async function beginDay({ eventId, ip }: AddressCount): Promise<boolean> {
  const over = { _id: keyOfAddress(eventId, ip), expireAt: { $lte: new Date() } };
  return (await QueuedModel.updateOne(over, { $set: { total: 1, expireAt: inADay() } })).modifiedCount === 1;
}

function keyOfAddress(eventId: string, ip: string): string {
  return keyOf('clips of address', eventId, addressKey(ip));
}

function inADay(): Date {
  return new Date(Date.now() + FORGOTTEN_AFTER);
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

/** False where there is no room. */
async function take(account: Account, mediaId: string, seconds: number): Promise<boolean> {
  const { key } = account;
  const { room, change } = taking(account, mediaId, seconds);
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

function taking({ key, most }: Account, mediaId: string, seconds: number) {
  const room = { _id: key, 'clips.mediaId': { $ne: mediaId }, total: { $lte: most - seconds } };
  const change = {
    $push: { clips: { mediaId, seconds } },
    $inc: { total: seconds },
    $set: { expireAt: inADay() },
  };
  return { room, change };
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
