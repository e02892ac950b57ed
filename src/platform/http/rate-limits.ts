import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Response } from 'express';
import mongoose, { type Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import type { ContractShape } from '../../shared/contract.ts';
import { UPLOAD } from '../../shared/limits.ts';
import { AppError } from '../errors.ts';
import { wantIndexes } from '../migrations/wanted-indexes.ts';

export type Bucket = NonNullable<ContractShape['limit']>;

export interface RateRule {
  /** Calls for each IP address and window. */
  points: number;
  /** Window in seconds. */
  seconds: number;
  /**
   * Points that a process takes from the database at a time. Larger leases save writes on frequent, harmless calls;
   * unused points expire with the window.
   */
  lease: number;
}

export type RateRules = Record<Bucket, RateRule>;

/**
 * For each IP address. One may be a whole office or care home, so these are generous; accounts have their own limits.
 */
export const RATE_RULES: RateRules = {
  api: { points: 1200, seconds: 60, lease: 20 },
  write: { points: 300, seconds: 60, lease: 5 },
  'error-report': { points: 60, seconds: 60, lease: 10 },
  'sign-in': { points: 100, seconds: 15 * 60, lease: 1 },
  upload: { points: UPLOAD.startsPerMinute, seconds: 60, lease: 1 },
};

export interface RateLimits {
  /** Takes a point of `ip` and writes the `RateLimit-*` headers. Throws TOO_MANY_REQUESTS when none is left. */
  take(bucket: Bucket, ip: string, res: Response): Promise<void>;
}

interface Taken {
  isOver: boolean;
  remaining: number;
  /** Epoch milliseconds. */
  resetAt: number;
}

/** Leases held by one process. */
const MAX_LEASES = 10_000;

interface Lease {
  left: number;
  /** Points left in all processes when this lease was taken. */
  remaining: number;
  /** Epoch milliseconds. */
  resetAt: number;
}

/** Rate limits shared by all processes through the database; in memory only while it is unavailable. */
export function createRateLimits(connection: Connection, rules: RateRules = RATE_RULES): RateLimits {
  const buckets = {
    api: createBucket(connection, 'api', rules.api),
    write: createBucket(connection, 'write', rules.write),
    'error-report': createBucket(connection, 'error-report', rules['error-report']),
    'sign-in': createBucket(connection, 'sign-in', rules['sign-in']),
    upload: createBucket(connection, 'upload', rules.upload),
  } satisfies Record<Bucket, unknown>;
  return {
    async take(bucket, ip, res) {
      const state = await buckets[bucket](addressKey(ip));
      const seconds = Math.max(1, Math.ceil((state.resetAt - Date.now()) / 1000));
      res.setHeader('RateLimit-Limit', rules[bucket].points);
      res.setHeader('RateLimit-Remaining', state.remaining);
      res.setHeader('RateLimit-Reset', seconds);
      if (state.isOver) throw tooMany(seconds);
    },
  };
}

/** A 429; the error handler adds the `Retry-After` header. */
export function tooMany(
  seconds: number,
  message = 'That was a lot at once. Please wait a moment and try again.',
): AppError {
  return new AppError('TOO_MANY_REQUESTS', { message, details: { retryAfter: seconds } });
}

/** Unit of counting: an IPv4 address, or the /64 of an IPv6 subscriber. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0') : [];
  return `${[...before, ...zeros, ...after]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`;
}

/** A limiter of a feature, such as for failed sign-ins; its keys are stored hashed. */
export interface Limiter {
  /** Adds one; returns the count in the window, including this one, and the seconds until it ends. */
  count(...key: string[]): Promise<{ count: number; isOver: boolean; secondsLeft: number }>;
  /** Blocks the key: `count` returns `isOver` for this long. */
  block(seconds: number, ...key: string[]): Promise<void>;
  /** The count in the window, without adding to it. */
  used(...key: string[]): Promise<number>;
  /** Undoes one count. */
  giveBack(...key: string[]): Promise<void>;
  forget(...key: string[]): Promise<void>;
}

/** Create once per module; counts in the currently connected database. */
export function createLimiter(name: string, rule: { points: number; seconds: number }): Limiter {
  const limiters = new WeakMap<object, RateLimiterMongo>();
  const hashed = (key: string[]) => createHash('sha256').update(JSON.stringify(key)).digest('base64url');
  async function limiter(): Promise<RateLimiterMongo> {
    const { connection } = mongoose;
    const client = connection.getClient();
    const known = limiters.get(client) ?? mongoLimiter(connection, name, rule);
    limiters.set(client, known);
    return known;
  }
  return {
    async count(...key) {
      const state = await consume(await limiter(), hashed(key), 1);
      const secondsLeft = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
      return { count: state.consumedPoints, isOver: state.consumedPoints > rule.points, secondsLeft };
    },
    async block(seconds, ...key) {
      await (await limiter()).block(hashed(key), seconds);
    },
    async used(...key) {
      return (await (await limiter()).get(hashed(key)))?.consumedPoints ?? 0;
    },
    async giveBack(...key) {
      await (await limiter()).reward(hashed(key), 1);
    },
    async forget(...key) {
      await (await limiter()).delete(hashed(key));
    },
  };
}

const COLLECTION = 'rate_limits';
// Duplicate documents for a key would each allow the full limit.
wantIndexes(COLLECTION, [
  { key: { key: 1 }, unique: true },
  { key: { expire: 1 }, expireAfterSeconds: 0 },
]);

function mongoLimiter(connection: Connection, name: string, rule: { points: number; seconds: number }) {
  return new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: COLLECTION,
    disableIndexesCreation: true,
    keyPrefix: name,
    points: rule.points,
    duration: rule.seconds,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points: rule.points, duration: rule.seconds }),
  });
}

/** The state after counting, within the limit or over it. */
async function consume(limiter: RateLimiterMongo, key: string, points: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  }
}

function createBucket(connection: Connection, name: string, rule: RateRule): (key: string) => Promise<Taken> {
  const limiter = mongoLimiter(connection, name, rule);
  const leases = new Map<string, Promise<Lease>>();

  async function renew(key: string): Promise<Lease> {
    const state = await consume(limiter, key, rule.lease);
    // Use the part of the lease that is still below the limit.
    const left = Math.min(rule.lease, rule.points - (state.consumedPoints - rule.lease));
    return { left, remaining: state.remainingPoints, resetAt: Date.now() + state.msBeforeNext };
  }

  function replace(key: string): void {
    const renewal = renew(key);
    // Drop a failed renewal: requests that wait get the error, later ones retry.
    renewal.catch(() => leases.delete(key));
    leases.set(key, renewal);
    const [oldest] = leases.keys();
    if (oldest !== undefined && leases.size > MAX_LEASES) leases.delete(oldest);
  }

  async function takeLeased(key: string): Promise<Taken> {
    for (;;) {
      const known = leases.get(key);
      const lease = known && (await known);
      if (lease && lease.resetAt > Date.now()) {
        if (lease.left > 0) {
          lease.left -= 1;
          return { isOver: false, remaining: lease.remaining + lease.left, resetAt: lease.resetAt };
        }
        if (lease.remaining <= 0) return { isOver: true, remaining: 0, resetAt: lease.resetAt };
      }
      // Concurrent requests share one renewal.
      if (leases.get(key) === known) replace(key);
    }
  }

  return async (key) => {
    if (rule.lease > 1) return takeLeased(key);
    const lease = await renew(key);
    return { isOver: lease.left <= 0, remaining: lease.remaining, resetAt: lease.resetAt };
  };
}
