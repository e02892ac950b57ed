import { createHash, randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { Types } from 'mongoose';
import { cookieName, cookieOptions, readCookie } from '../../platform/http/cookies.ts';
import { platform } from '../../platform/platform.ts';
import { DeviceModel, type StoredDevice } from './known-device.model.ts';

/** Holds a secret for each account that signed in here, so that failed attempts elsewhere don't lock out its owner. */
const COOKIE = 'vd_known';
const REMEMBERED = 365 * 24 * 3_600_000;
/** Accounts that one browser is remembered for. */
const PER_BROWSER = 5;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/**
 * The id of this browser for an account; null if it has not signed in to it before. Takes the same time for unknown
 * accounts.
 */
export async function knownDevice(req: Request, userId: string | null): Promise<string | null> {
  const hashes = secretsOf(req).map(hashOf);
  if (hashes.length === 0) return null;
  const found = await DeviceModel.findOne({
    _id: { $in: hashes },
    userId: userId ? new Types.ObjectId(userId) : new Types.ObjectId(),
    forgetAt: { $gt: new Date() },
  }).lean<StoredDevice>();
  return found?._id ?? null;
}

/** Remembers this browser after a sign-in. Reports whether it is new to an account that has others. */
export async function rememberDevice(req: Request, userId: string): Promise<{ isNew: boolean }> {
  const owner = new Types.ObjectId(userId);
  const forgetAt = new Date(Date.now() + REMEMBERED);
  const known = await knownDevice(req, userId);
  if (known) {
    await DeviceModel.updateOne({ _id: known }, { $set: { forgetAt } });
    setCookie(req, secretsOf(req));
    return { isNew: false };
  }
  const isFirst = (await DeviceModel.exists({ userId: owner })) === null;
  // Never a secret that the browser sent: it may have been planted.
  const secret = randomBytes(32).toString('base64url');
  await DeviceModel.create({ _id: hashOf(secret), userId: owner, forgetAt });
  setCookie(req, [secret, ...secretsOf(req)].slice(0, PER_BROWSER));
  return { isNew: !isFirst };
}

/** Deletes a user's known browsers. */
export async function forgetDevices(userId: string): Promise<void> {
  await DeviceModel.deleteMany({ userId: new Types.ObjectId(userId) });
}

function setCookie(req: Request, secrets: readonly string[]): void {
  req.res?.cookie(cookieName(platform().config, COOKIE), secrets.join('.'), {
    ...cookieOptions(platform().config),
    maxAge: REMEMBERED,
  });
}

function secretsOf(req: Request): string[] {
  return readCookie(req, cookieName(platform().config, COOKIE))
    .split('.')
    .filter((each) => SECRET.test(each))
    .slice(0, PER_BROWSER);
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
