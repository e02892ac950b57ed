import type { Connection, mongo } from 'mongoose';
import { overLostConnection } from '../db-retry.ts';
import { isDuplicateKey } from '../errors.ts';
import type { Migration } from '../migrations/migration.ts';
import { wantIndexes } from '../migrations/wanted-indexes.ts';

/** A message to all other processes. */
export interface Parcel {
  channel: string;
  /** JSON text, as MongoDB refuses some field names. */
  text: string;
}

/** Messages of one process, written together. */
export interface OutboxEntry {
  /** Sequence number; see `Outbox`. */
  _id: number;
  /** Id of the process that wrote it. */
  from: string;
  /** Database time, for the TTL index only. */
  at: Date;
  parcels: Parcel[];
}

/** Highest number assigned, stored in the same collection. */
interface Counter {
  _id: 'last';
  seq: number;
}

/**
 * Entries numbered by a counter in the database. A number is taken first, so its entry may appear after a later one, or
 * never.
 */
export interface Outbox {
  /** Highest number assigned. */
  last(): Promise<number>;
  /** Existing entries with these numbers, ascending. */
  read(numbers: readonly number[]): Promise<OutboxEntry[]>;
  write(from: string, parcels: Parcel[]): Promise<void>;
}

const KEPT_SECONDS = 60;
const COLLECTION = 'outbox';

wantIndexes(COLLECTION, [{ key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS }]);

/** Sockets and purges used to have one outbox each, ordered by time. */
export const dropOutboxes: Migration = {
  number: 2,
  name: 'drop the outboxes of earlier versions',
  async run({ db }) {
    const old = { name: { $in: ['socket_outbox', 'purge_outbox'] } };
    // Servers before 7 refuse to drop a missing collection.
    for (const { name } of await db.listCollections(old).toArray()) await db.dropCollection(name);
  },
};

export function openOutbox(connection: Connection): Outbox {
  const entries = connection.collection<OutboxEntry>(COLLECTION);
  const counters = connection.collection<Counter>(COLLECTION);

  async function next(): Promise<number> {
    for (;;) {
      try {
        const counter = await overLostConnection(() =>
          counters.findOneAndUpdate({ _id: 'last' }, { $inc: { seq: 1 } }, { upsert: true, returnDocument: 'after' }),
        );
        if (counter) return counter.seq;
      } catch (error) {
        // Another process created the counter concurrently.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  return {
    async last() {
      return (await counters.findOne({ _id: 'last' }))?.seq ?? 0;
    },
    async read(numbers) {
      return entries
        .find({ _id: { $in: [...numbers] } })
        .sort({ _id: 1 })
        .toArray();
    },
    async write(from, parcels) {
      const _id = await next();
      const change: mongo.UpdateFilter<OutboxEntry> = { $setOnInsert: { from, parcels }, $currentDate: { at: true } };
      // Idempotent: the number is the id.
      await overLostConnection(() => entries.updateOne({ _id }, change, { upsert: true }));
    },
  };
}
