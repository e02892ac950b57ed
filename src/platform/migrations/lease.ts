import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { overLostConnection } from '../db-retry.ts';
import { isDuplicateKey } from '../errors.ts';
import type { Log } from '../log.ts';

/** What is known about the state of the database; see `Records`. */
export interface LeaseDocument {
  _id: 'lease';
  token: string;
  /** For people. */
  holder: string;
  until: Date;
  /** What its holder brings the database to. */
  goal: string;
  /** All that an app of that goal relies on is there; only slow builds go on. */
  isReady: boolean;
}

/** The collection `migrations`: the lease, which migrations were run, and which indexes we have built. */
export type Records = mongo.Collection<{ _id: string }>;

export interface Lease {
  /** Aborted when another process has taken the lease. */
  signal: AbortSignal;
  /** Lets others of the same goal start while the rest goes on. */
  ready(): Promise<void>;
  release(): Promise<void>;
}

const LEASE = 30_000;
const LOOK = 100;

export interface LeaseOptions {
  goal: string;
  log: Log;
  /** How long to wait for another process, in milliseconds. */
  patience: number;
}

/**
 * Waits until no other process changes the database, and takes the lease. Null where another one has brought it to the same
 * goal meanwhile. Throws after the patience. A holder that dies is followed within half a minute.
 */
export async function takeLease(records: Records, { goal, log, patience }: LeaseOptions): Promise<Lease | null> {
  const leases = records as unknown as mongo.Collection<LeaseDocument>;
  const token = randomUUID();
  const holder = `${hostname()}:${process.pid}`;
  const end = performance.now() + patience;
  const until = () => new Date(Date.now() + LEASE);
  for (let isWaiting = false; ; isWaiting = true) {
    const taken = await overLostConnection(() =>
      leases
        .updateOne(
          { _id: 'lease', $or: [{ until: { $lt: new Date() } }, { token }] },
          { $set: { token, holder, until: until(), goal, isReady: false } },
          { upsert: true },
        )
        .catch((error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
          return null;
        }),
    );
    if (taken) return keep(leases, token, log);
    const held = await overLostConnection(() => leases.findOne({ _id: 'lease' }));
    if (held?.isReady && held.goal === goal) return null;
    if (performance.now() > end) {
      const minutes = Math.round(patience / 60_000);
      throw new Error(
        `The process ${held?.holder} has been preparing the database for more than ${minutes} minutes. Its log says what it does. Start again once it is done.`,
      );
    }
    if (!isWaiting) log.info({ holder: held?.holder }, 'another process prepares the database; waiting for it');
    await wait(LOOK);
  }
}

function keep(leases: mongo.Collection<LeaseDocument>, token: string, log: Log): Lease {
  const lost = new AbortController();
  const own = { _id: 'lease', token } as const;
  const beat = setInterval(() => {
    leases.updateOne(own, { $set: { until: new Date(Date.now() + LEASE) } }).then(
      ({ matchedCount }) => {
        if (matchedCount === 0) lost.abort(new Error('Another process has begun to prepare the database'));
      },
      (error: unknown) => log.warn({ err: error }, 'the lease on the database could not be renewed'),
    );
  }, LEASE / 3);
  beat.unref();
  return {
    signal: lost.signal,
    async ready() {
      await overLostConnection(() => leases.updateOne(own, { $set: { isReady: true } }));
    },
    async release() {
      clearInterval(beat);
      await overLostConnection(() => leases.updateOne(own, { $set: { until: new Date(0) } }));
    },
  };
}
