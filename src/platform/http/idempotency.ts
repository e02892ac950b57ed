import { createHash, createHmac, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { IDEMPOTENCY_HEADER } from '../../shared/idempotency.ts';
import { AppError, isDuplicateKey } from '../errors.ts';
import { seal, unseal } from '../sealed.ts';
import { IdempotencyModel, type KeptRequest } from './idempotency.model.ts';
import { addressKey } from './rate-limits.ts';
import type { RequestContext } from './route.ts';

/** Retention of an answer, in milliseconds. */
const KEPT_FOR = 24 * 60 * 60_000;
/** Lease of a running attempt, in milliseconds; after a crash, another attempt starts when it expires. */
const LEASE = 30_000;
/** How long a repeated request waits for the first, in milliseconds. */
const PATIENCE = 3000;

/** A stored answer. `sessionId`: the session that it started, if any. */
export interface KeptAnswer {
  status: number;
  body: object;
  sessionId: string | null;
}

/** The request's `Idempotency-Key`, null without one. Throws MALFORMED when it is not a UUID. */
export function idempotencyKeyOf({ req }: Pick<RequestContext, 'req'>): string | null {
  const given = req.headers[IDEMPOTENCY_HEADER];
  if (given === undefined) return null;
  const parsed = z.uuid().safeParse(given);
  if (parsed.success) return parsed.data.toLowerCase();
  throw new AppError('MALFORMED', {
    message: 'Please send a UUID as the Idempotency-Key, a new one for each request.',
  });
}

/**
 * Runs a request once per key. A repeat gets the stored answer; a concurrent one waits briefly for the first.
 * Only success is stored: after an error or a crash, the key can be used again.
 * @param run the answer; null when there is nothing to store
 * @throws FIELDS_REFUSED when the key belongs to another request, IN_PROGRESS while the first attempt runs
 */
export async function runOnce(
  key: string,
  context: RequestContext,
  secret: string,
  run: () => Promise<KeptAnswer | null>,
): Promise<{ answer: KeptAnswer | null; isReplay: boolean }> {
  const id = hash([key, scopeOf(key, context.viewer)]);
  const purpose = `idempotency ${key}`;
  const claimed = await claim(id, fingerprintOf(context, secret));
  if ('answer' in claimed) {
    const kept = unseal(secret, purpose, claimed.answer);
    if (kept === null) throw new Error('A stored answer can’t be decrypted. Has the secret changed?');
    const answer: KeptAnswer = JSON.parse(kept);
    return { answer, isReplay: true };
  }
  const own = { _id: id, owner: claimed.owner };
  const stopRenewing = renewLease(own);
  try {
    const answer = await run();
    if (answer) await IdempotencyModel.updateOne(own, { answer: seal(secret, purpose, JSON.stringify(answer)) });
    else await IdempotencyModel.deleteOne(own);
    return { answer, isReplay: false };
  } catch (error) {
    // If this fails too, the lease expires.
    await IdempotencyModel.deleteOne({ ...own, answer: null }).catch(() => undefined);
    throw error;
  } finally {
    stopRenewing();
  }
}

/** Claims the key for this attempt, or returns the stored answer. */
async function claim(id: string, fingerprint: string): Promise<{ owner: string } | { answer: string }> {
  const owner = randomUUID();
  const giveUpAt = Date.now() + PATIENCE;
  for (let pause = 50; ; pause = Math.min(pause * 2, 1000)) {
    if (await insert(id, fingerprint, owner)) return { owner };
    const found = await IdempotencyModel.findById(id).lean<KeptRequest>();
    if (found && found.fingerprint !== fingerprint) throw usedElsewhere();
    if (found?.answer) return { answer: found.answer };
    if (found && (await takeOver(found, owner))) return { owner };
    if (Date.now() > giveUpAt) throw inProgress();
    await delay(pause);
  }
}

async function insert(id: string, fingerprint: string, owner: string): Promise<boolean> {
  const now = Date.now();
  const expiresAt = new Date(now + KEPT_FOR);
  try {
    await IdempotencyModel.create({ _id: id, fingerprint, owner, leaseUntil: new Date(now + LEASE), expiresAt });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Takes over from a crashed attempt; true for exactly one caller. */
async function takeOver({ _id, owner: dead }: KeptRequest, owner: string): Promise<boolean> {
  const done = await IdempotencyModel.updateOne(
    { _id, owner: dead, answer: null, leaseUntil: { $lt: new Date() } },
    { owner, leaseUntil: new Date(Date.now() + LEASE) },
  );
  return done.modifiedCount === 1;
}

function renewLease(own: { _id: string; owner: string }): () => void {
  const timer = setInterval(() => {
    IdempotencyModel.updateOne(own, { leaseUntil: new Date(Date.now() + LEASE) }).catch(() => undefined);
  }, LEASE / 3);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Scope of a key. A visitor's random key stands alone, as phones change addresses; guessable UUIDs are combined with the
 * IP address.
 */
function scopeOf(key: string, { user, ip }: RequestContext['viewer']): string {
  if (user) return `user ${user.id}`;
  const isRandom = key[14] === '4' || key[14] === '7';
  return isRandom ? 'visitor' : `visitor at ${addressKey(ip)}`;
}

/** Keyed, because bodies contain passwords. */
function fingerprintOf({ req }: RequestContext, secret: string): string {
  const request = [req.method, req.path, req.query, req.body ?? {}];
  return createHmac('sha256', secret).update(JSON.stringify(request)).digest('base64url');
}

function hash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function usedElsewhere(): AppError {
  const message = 'This Idempotency-Key belongs to another request. Send a new key with each new request.';
  return new AppError('FIELDS_REFUSED', { message });
}

function inProgress(): AppError {
  const message = 'We are still working on this request. Please ask again in a moment.';
  return new AppError('IN_PROGRESS', { message, details: { retryAfter: 2 } });
}
