import { open } from 'lmdb';
import { damaged, MongoError } from './errors.ts';
import {
  add,
  groupOf,
  prefix,
  readTotals,
  seal,
  sumOf,
  type Totals,
  totalsKey,
  unseal,
  wholeOf,
  writeTotals,
} from './records.ts';
import { NO_ROOM, openReserve, RESERVE } from './reserve.ts';

export interface Entry {
  key: Buffer;
  value: Buffer;
}

export interface Bounds {
  low: Buffer;
  high: Buffer;
}

/**
 * Bytes on disk, in the order of their keys. Reads see what is committed, or, inside `write`, what it wrote; they throw
 * where a record is not what was written.
 */
export interface Store {
  get(key: Buffer): Buffer | undefined;
  put(key: Buffer, value: Buffer): void;
  remove(key: Buffer): void;
  /** Removes all records of a collection. */
  removeAll(group: number): void;
  /** How many documents a collection has. */
  count(group: number): number;
  /** Reads in portions: no cursor stays open between them, and what changes meanwhile may or may not be seen. */
  scan(bounds: Bounds, reverse?: boolean): Generator<Entry>;
  /**
   * Runs `action` in a transaction; resolves when its result is on disk. Should it throw, nothing of it is kept.
   * Rejects with OutOfDiskSpace when the disk did not take the commit, and with `CommitFailed` for any other failure.
   */
  write<T>(action: () => T): Promise<T>;
  /**
   * Inside `write`, before anything is put: throws OutOfDiskSpace where the disk has no room for so many bytes more.
   * What replaces a record may use half of the reserve, what removes one all of it.
   */
  requireRoom(bytes: number, replaces: boolean): void;
  /** Makes the next read see the newest commit. */
  refresh(): void;
  close(): Promise<void>;
}

const SMALLEST_PORTION = 8;
const LARGEST_PORTION = 512;
/** What a scan that waits for its reader may hold, but for one record. */
const PORTION_BYTES = 256 * 1024;

/** A commit that failed for another reason than a full disk; the store can't be trusted any more. */
export class CommitFailed extends Error {}

/** The file as LMDB reads and writes it. A commit is acknowledged after its fsync; `overlappingSync` would do so before. */
export function openRaw(path: string) {
  return open<Buffer, Buffer>({
    path,
    noSubdir: true,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false,
    cache: false,
    maxDbs: 1,
  });
}

/**
 * Opens the store in the file at `path`, which `prepareFile` has made or checked. `onRollback` is called when a commit has
 * failed, before any other action runs. Writers that wait at the same time share one commit and one fsync.
 */
export function openStore(path: string, onRollback = () => {}): Store {
  const db = openRaw(path);
  const reserve = openReserve(path);
  /** The bytes of the file that the last commit uses, and what was promised since. */
  let used: number | undefined;
  /** What the action that runs has changed and not written yet. */
  const pending = new Map<number, Totals>();

  // A commit without a transaction id is one that failed.
  db.on('aftercommit', ({ txnId }: { txnId?: number }) => {
    used = undefined;
    if (txnId === undefined) onRollback();
  });

  async function write<T>(action: () => T): Promise<T> {
    let ran = false;
    try {
      return await db.childTransaction(() => {
        try {
          const result = action();
          for (const [group, held] of pending) {
            const key = totalsKey(group);
            db.put(key, seal(key, writeTotals(held)));
          }
          ran = true;
          return result;
        } finally {
          pending.clear();
        }
      });
    } catch (error) {
      throw ran ? await commitError(error) : error;
    }
  }

  function totals(group: number): Totals {
    const key = totalsKey(group);
    const value = db.get(key);
    return pending.get(group) ?? (value ? readTotals(unseal(key, value)) : { documents: 0, changes: 0, sum: 0 });
  }

  /** Notes that `key` has a new value, or none. */
  function note(key: Buffer, sealed?: Buffer): void {
    const group = groupOf(key);
    const before = db.get(key);
    const held = totals(group);
    if (before) add(held, key, sumOf(before), -1);
    if (sealed) add(held, key, sumOf(sealed), 1);
    pending.set(group, { ...held, changes: held.changes + 1 });
  }

  function* scan({ low, high }: Bounds, reverse = false): Generator<Entry> {
    const whole = wholeOf(low, high);
    const counted = whole === undefined ? undefined : totals(whole);
    let seen = 0;
    let start = reverse ? high : low;
    let limit = SMALLEST_PORTION;
    for (let first = true; ; first = false) {
      const options = { start, end: reverse ? low : high, reverse, limit, exclusiveStart: !first };
      const portion: Entry[] = [];
      let bytes = 0;
      for (const entry of db.getRange(options)) {
        portion.push(entry);
        bytes += entry.value.length;
        if (bytes > PORTION_BYTES) break;
      }
      for (const { key, value } of portion) yield { key, value: unseal(key, value) };
      seen += portion.length;
      if (portion.length < limit && bytes <= PORTION_BYTES) break;
      start = (portion[portion.length - 1] as Entry).key;
      limit = Math.min(limit * 4, LARGEST_PORTION);
    }
    if (whole === undefined || totals(whole).changes !== counted?.changes || seen === counted.documents) return;
    throw damaged(`${seen} of ${counted.documents} documents`);
  }

  /** How much room there is behind what is used, after trying for the reserve and so much more. */
  function roomFor(bytes: number): number {
    if (used === undefined) {
      const { lastPageNumber, pageSize } = db.getStats() as { lastPageNumber: number; pageSize: number };
      used = (lastPageNumber + 1) * pageSize;
    }
    return reserve.ensure(used, RESERVE + bytes);
  }

  function remove(key: Buffer): void {
    note(key);
    db.remove(key);
  }

  roomFor(0);
  return {
    scan,
    get(key) {
      const value = db.get(key);
      return value && unseal(key, value);
    },
    put(key, value) {
      const sealed = seal(key, value);
      note(key, sealed);
      db.put(key, sealed);
    },
    remove,
    removeAll(group) {
      for (const { key } of scan({ low: prefix(group), high: prefix(group + 1) })) remove(key);
      pending.delete(group);
      db.remove(totalsKey(group));
    },
    count: (group) => totals(group).documents,
    write,
    requireRoom(bytes, replaces) {
      if (roomFor(bytes) < (replaces ? RESERVE / 2 : RESERVE) + bytes) throw diskFull();
      used = (used ?? 0) + bytes;
    },
    refresh: () => db.resetReadTxn(),
    async close() {
      await db.close();
      reserve.close();
    },
  };
}

/** Whether `error` is what LMDB rejects the writers of a failed commit with. */
export function isOfFailedCommit(error: unknown): boolean {
  return error instanceof Error && 'commitError' in error;
}

function diskFull(): MongoError {
  return new MongoError('OutOfDiskSpace', 'The disk is full: nothing of this write was kept');
}

/** LMDB rejects each writer of a failed commit at once and gives the cause by a promise. */
async function commitError(error: unknown): Promise<Error> {
  const cause: unknown = await (error as { commitError?: Promise<never> }).commitError?.catch((reason) => reason);
  const code = (cause as { code?: unknown } | undefined)?.code;
  if (typeof code === 'number' && NO_ROOM.includes(code)) return diskFull();
  return new CommitFailed(String(cause ?? error), { cause });
}
