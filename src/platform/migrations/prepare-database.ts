import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type mongoose from 'mongoose';
import type { mongo } from 'mongoose';
import type { Log } from '../log.ts';
import { type Lease, takeLease } from './lease.ts';
import type { Migration } from './migration.ts';
import { openRecords, type Records } from './records.ts';
import { syncIndexes } from './sync-indexes.ts';
import { wantedIndexes } from './wanted-indexes.ts';

export interface PrepareOptions {
  migrations?: readonly Migration[];
  /** Maximum wait for another process, in milliseconds. Default: ten minutes. */
  patience?: number;
}

const PATIENCE = 600_000;
/** The app starts after this many milliseconds, even if indexes are still being built. */
const BUILDS_AWAITED = 30_000;

/**
 * Migrates data and indexes, in one process at a time; slow index builds go on afterwards. Throws with a message for
 * the operator.
 */
export async function prepareDatabase(
  connection: mongoose.Connection,
  log: Log,
  { migrations = [], patience = PATIENCE }: PrepareOptions,
): Promise<void> {
  const { db } = connection;
  if (!db) throw new Error('The database is not connected');
  const wanted = wantedIndexes(connection.models);
  const records = openRecords(db);
  const goal = createHash('sha256')
    .update(JSON.stringify([[...wanted].sort(([a], [b]) => (a < b ? -1 : 1)), migrations.map(({ number }) => number)]))
    .digest('base64url');
  const lease = await takeLease(records, { goal, log, patience });
  if (!lease) return;
  let isLate = false;
  try {
    const isNewer = await migrate({ db, records, migrations, lease, log });
    const { rest } = await syncIndexes({ db, records, wanted, log, keepsOld: isNewer });
    isLate = !(await isDoneWithin(rest, BUILDS_AWAITED));
    if (!isLate) return;
    log.info('indexes are still being built; the app starts now and may be slow');
    void rest
      .then(() => lease.release())
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the lease on the database could not be released; it will expire'),
      );
    await lease.ready();
  } finally {
    if (!isLate) await lease.release();
  }
}

interface Migrating {
  db: mongo.Db;
  records: Records;
  migrations: readonly Migration[];
  lease: Lease;
  log: Log;
}

/** Runs pending migrations in order. True when a newer version has migrated the database. */
async function migrate({ db, records: { runs, times }, migrations, lease, log }: Migrating): Promise<boolean> {
  const done = new Set((await runs.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id));
  const open = migrations
    .filter(({ number }) => !done.has(idOf(number)))
    .sort((one, other) => one.number - other.number);
  const isEmpty = open.length > 0 && (await db.listCollections({}, { nameOnly: true }).toArray()).length <= 1;
  // A new database needs no migrations.
  const needed = isEmpty ? [] : open;
  if (isEmpty) {
    // First: after a crash in between, the next start still finds an empty database or this record.
    await times.updateOne({ _id: 'begun' }, { $setOnInsert: { at: new Date() } }, { upsert: true });
    await runs.bulkWrite(open.map(({ number, name }) => ({ updateOne: doneUpdate(number, name, 0) })));
  }
  for (const { number, name, run } of needed) {
    lease.signal.throwIfAborted();
    const begun = performance.now();
    log.info({ number, name }, 'migrating the database');
    await run({ db, log, signal: lease.signal });
    const milliseconds = Math.round(performance.now() - begun);
    const { filter, update } = doneUpdate(number, name, milliseconds);
    await runs.updateOne(filter, update, { upsert: true });
    log.info({ number, name, milliseconds }, 'migrated the database');
  }
  const newest = Math.max(0, ...migrations.map(({ number }) => number));
  const isNewer = migrations.length > 0 && [...done].some((id) => numberOf(id) > newest);
  if (isNewer) log.warn('the database was changed by a newer version of this app');
  return isNewer;
}

function doneUpdate(number: number, name: string, milliseconds: number) {
  return { filter: { _id: idOf(number) }, update: { $set: { name, at: new Date(), milliseconds } }, upsert: true };
}

function idOf(number: number): string {
  return `migration:${number}`;
}

/** 0 for other documents. */
function numberOf(id: string): number {
  return Number(/^migration:(\d+)$/.exec(id)?.[1] ?? 0);
}

/** Rethrows errors within that time. */
async function isDoneWithin(work: Promise<void>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const late = wait(milliseconds, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    timer.abort();
  }
}
