import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS, type Locker } from '@tus/server';
import type { Log } from '../../../platform/log.ts';
import { UploadModel, type UploadRecord } from './upload.model.ts';
import { RESERVED_FOR, UNCLAIMED_FOR } from './upload-times.ts';

/** Lease of a lock in milliseconds, which a resume waits for after a crash. */
const LEASE = 5000;
/** Renewal interval; the holder also learns whether another process waits. */
const HEARTBEAT = 1000;
/** How long a request waits for the lock. */
const PATIENCE = 15_000;
const POLL = 100;

/** Status for tus clients: they wait, ask for the offset and continue. */
const LOCK_LOST = { status_code: 423, body: 'Another request carries this upload on.' };

/** The exclusive right to write an upload, with its state. */
export interface HeldUpload {
  readonly record: UploadRecord;
  /** Durable bytes. */
  offset: number;
  /** Flushes the written bytes and returns the offset; set while a write runs. */
  sync: (() => Promise<number>) | null;
  /** Throws if the lease has expired or was taken over, so that a previous holder can't write. */
  assertAlive(): void;
}

interface Holding extends HeldUpload {
  token: string;
  /** On the monotonic clock. */
  aliveUntil: number;
  lost: boolean;
  letGo: () => void;
  released: Promise<void>;
  markReleased: () => void;
  timer: NodeJS.Timeout;
  beating: Promise<void> | null;
}

export interface UploadLocks {
  locker: Locker;
  /** This process's lock on an upload. */
  held(id: string): HeldUpload | undefined;
}

/**
 * Locks on uploads across processes. The lock is part of the upload's record, so that acquiring it also reads the
 * record, and releasing it also stores the offset: two database calls for each request.
 */
export function createUploadLocks(log: Log, onComplete: (id: string) => void): UploadLocks {
  const holdings = new Map<string, Holding>();

  async function acquire(id: string, signal: AbortSignal, letGo: () => void): Promise<Holding | null> {
    const givesUpAt = performance.now() + PATIENCE;
    for (;;) {
      if (signal.aborted) throw ERRORS.ABORTED;
      const holding = await take(id, letGo);
      if (holding) return holding;
      const record = await UploadModel.findById(id).lean();
      if (!record) throw ERRORS.FILE_NOT_FOUND;
      const isOver = record.status === 'incomplete' && record.expiresAt < new Date();
      if (record.status === 'expired' || isOver) throw ERRORS.FILE_NO_LONGER_EXISTS;
      // A finished upload needs no lock.
      if (record.status !== 'incomplete') return null;
      if (performance.now() > givesUpAt) throw LOCK_LOST;
      await askHolder(record);
    }
  }

  async function take(id: string, letGo: () => void): Promise<Holding | null> {
    const token = randomUUID();
    const aliveUntil = performance.now() + LEASE;
    const record = await UploadModel.findOneAndUpdate(
      {
        _id: id,
        status: 'incomplete',
        expiresAt: { $gt: new Date() },
        $or: [{ lock: null }, { 'lock.until': { $lt: new Date() } }],
      },
      { $set: { lock: { token, until: new Date(Date.now() + LEASE), wanted: false } } },
      { returnDocument: 'after' },
    ).lean();
    return record && hold(record, token, aliveUntil, letGo);
  }

  async function askHolder(record: UploadRecord): Promise<void> {
    const own = holdings.get(record._id);
    if (own && own.token === record.lock?.token) {
      own.letGo();
      await Promise.race([own.released, delay(1000)]);
      return;
    }
    if (record.lock && !record.lock.wanted) {
      await UploadModel.updateOne({ _id: record._id, 'lock.token': record.lock.token }, { 'lock.wanted': true });
    }
    await delay(POLL);
  }

  function hold(record: UploadRecord, token: string, aliveUntil: number, letGo: () => void): Holding {
    let markReleased = () => {};
    const released = new Promise<void>((resolve) => {
      markReleased = resolve;
    });
    const holding: Holding = {
      record,
      token,
      aliveUntil,
      offset: record.offset,
      sync: null,
      lost: false,
      letGo,
      released,
      markReleased,
      beating: null,
      timer: setInterval(() => {
        holding.beating ??= beat(holding).finally(() => {
          holding.beating = null;
        });
      }, HEARTBEAT),
      assertAlive() {
        if (holding.lost || performance.now() > holding.aliveUntil) throw LOCK_LOST;
      },
    };
    holding.timer.unref();
    holdings.set(record._id, holding);
    return holding;
  }

  /** Renews the lease and stores the offset, so that a crash costs about a second of sending. */
  async function beat(holding: Holding): Promise<void> {
    try {
      const aliveUntil = performance.now() + LEASE;
      const until = new Date(Date.now() + LEASE);
      const synced = (await holding.sync?.()) ?? 0;
      // The write may have finished meanwhile, with a higher offset.
      holding.offset = Math.max(holding.offset, synced);
      const record = await UploadModel.findOneAndUpdate(
        { _id: holding.record._id, 'lock.token': holding.token },
        { $set: { 'lock.until': until, ...stillReserved(holding) }, $max: { offset: holding.offset } },
        { returnDocument: 'after' },
      ).lean();
      if (!record) holding.lost = true;
      else holding.aliveUntil = aliveUntil;
      if (!record || record.lock?.wanted) holding.letGo();
    } catch (error) {
      // The lease expires if the database stays unavailable.
      log.warn({ err: error, upload: holding.record._id }, 'could not renew the lock of an upload');
    }
  }

  async function release(holding: Holding): Promise<void> {
    clearInterval(holding.timer);
    await holding.beating;
    const { _id, size } = holding.record;
    try {
      const finished = holding.offset === size;
      const stored = await UploadModel.updateOne(
        { _id, 'lock.token': holding.token },
        {
          $set: {
            lock: null,
            ...stillReserved(holding),
            ...(finished ? { status: 'complete', expiresAt: new Date(Date.now() + UNCLAIMED_FOR) } : {}),
          },
          $max: { offset: holding.offset },
        },
      );
      // Acknowledge only what was stored under this lock.
      if (stored.matchedCount === 0) throw LOCK_LOST;
      if (finished) onComplete(_id);
    } finally {
      if (holdings.get(_id) === holding) holdings.delete(_id);
      holding.markReleased();
    }
  }

  return {
    held: (id) => holdings.get(id),
    locker: {
      newLock(id) {
        let mine: Holding | null = null;
        return {
          async lock(signal, requestRelease) {
            mine = await acquire(id, signal, () => void requestRelease());
          },
          async unlock() {
            if (mine) await release(mine);
            mine = null;
          },
        };
      },
    },
  };
}

/** Bytes that arrive keep the rest reserved. */
function stillReserved({ offset, record }: Holding): { reservedUntil?: Date } {
  return offset > record.offset ? { reservedUntil: new Date(Date.now() + RESERVED_FOR) } : {};
}
