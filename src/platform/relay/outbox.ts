import type { Connection, mongo } from 'mongoose';
import { overLostConnection } from '../db-retry.ts';
import { isDuplicateKey } from '../errors.ts';
import type { Migration } from '../migrations/migration.ts';
import { wantIndexes } from '../migrations/wanted-indexes.ts';

/** What travels from one process to all others. */
export interface Parcel {
  channel: string;
  /** JSON: a message may hold names that a database would not take. */
  text: string;
}

/** Messages of one process, written together. */
export interface OutboxEntry {
  /** One more than the entry before; see `Outbox`. */
  _id: number;
  /** Which process wrote it. */
  from: string;
  /** By the clock of the database; for the TTL index only. */
  at: Date;
  parcels: Parcel[];
}

/** The highest number that was given out, in the same collection. */
interface Counter {
  _id: 'last';
  seq: number;
}

/**
 * Entries have numbers from a counter in the database, so no clock orders them. A number is taken before its entry is written:
 * an entry may show up after a later one of another process, or never. Those of one process show up in their order.
 */
export interface Outbox {
  /** The highest number that was given out. */
  last(): Promise<number>;
  /** Those of the given numbers that are there, in ascending order. */
  read(numbers: readonly number[]): Promise<OutboxEntry[]>;
  write(from: string, parcels: Parcel[]): Promise<void>;
}

const KEPT_SECONDS = 60;
const COLLECTION = 'outbox';

wantIndexes(COLLECTION, [{ key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS }]);

/** Sockets and purges had an outbox each, whose entries had times. */
export const dropOutboxes: Migration = {
  number: 2,
  name: 'drop the outboxes of earlier versions',
  async run({ db }) {
    const old = { name: { $in: ['socket_outbox', 'purge_outbox'] } };
    // Servers before 7 refuse to drop what is not there.
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
        // Two processes made the counter at once; now it is there.
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
      // The same number again is the same entry, so this may be repeated.
      await overLostConnection(() => entries.updateOne({ _id }, change, { upsert: true }));
    },
  };
}
