import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { overLostConnection } from '../db-retry.ts';
import { isDuplicateKey } from '../errors.ts';
import type { Log } from '../log.ts';
import type { LeaseDocument, Records } from './records.ts';

export interface Lease {
  /** Aborted when another process takes the lease. */
  signal: AbortSignal;
  /** Lets processes of the same version start before the rest is done. */
  ready(): Promise<void>;
  release(): Promise<void>;
}

const LEASE = 30_000;
const LOOK = 100;

export interface LeaseOptions {
  goal: string;
  log: Log;
  /** Maximum wait for another process, in milliseconds. */
  patience: number;
}

/**
 * Waits until no other process migrates the database, then takes the lease. Null when another process has completed the
 * same version. Throws on timeout.
 */
export async function takeLease({ leases }: Records, { goal, log, patience }: LeaseOptions): Promise<Lease | null> {
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
        `The process ${held?.holder} has been migrating the database for more than ${minutes} minutes. Check its log, and start again when it is done.`,
      );
    }
    if (!isWaiting) log.info({ holder: held?.holder }, 'another process is migrating the database; waiting for it');
    await wait(LOOK);
  }
}

function keep(leases: mongo.Collection<LeaseDocument>, token: string, log: Log): Lease {
  const lost = new AbortController();
  const own = { _id: 'lease', token } as const;
  const beat = setInterval(() => {
    leases.updateOne(own, { $set: { until: new Date(Date.now() + LEASE) } }).then(
      ({ matchedCount }) => {
        if (matchedCount === 0) lost.abort(new Error('Another process has started to migrate the database'));
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
