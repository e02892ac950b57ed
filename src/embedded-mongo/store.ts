import { closeSync, openSync } from 'node:fs';
import { open } from 'lmdb';
import { damaged, MongoError } from './errors.ts';
import type { Bounds, Totals } from './records.ts';
import * as records from './records.ts';
import { NO_ROOM, RESERVE, reserve } from './reserve.ts';

const SMALLEST_PORTION = 8;
const LARGEST_PORTION = 64;
/** What a scan that waits for its reader may hold, but for one record. */
const PORTION_BYTES = 64 * 1024;

/** A commit that failed for another reason than a full disk; the store can't be trusted any more. */
export class CommitFailed extends Error {}

/** The file as LMDB reads it. A commit is acknowledged after its fsync; `overlappingSync` would do so before. */
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

/** Records by key; reads throw where one is not what was written. Waiting writers share one commit and fsync. */
export class Store {
  readonly #db: ReturnType<typeof openRaw>;
  readonly #fd: number;
  /** The bytes of the file that the last commit uses, and what was promised since. */
  #used: number | undefined;
  /** What the action that runs has changed and not written yet. */
  readonly #pending = new Map<number, Totals>();
  #copied: Promise<unknown> = Promise.resolve();

  /** Opens a file of `prepareFile`. `onRollback` is called when a commit has failed, before any other action. */
  constructor(path: string, onRollback = () => {}) {
    this.#db = openRaw(path);
    this.#fd = openSync(path, 'r+');
    // A commit without a transaction id is one that failed.
    this.#db.on('aftercommit', ({ txnId }: { txnId?: number }) => {
      this.#used = undefined;
      if (txnId === undefined) onRollback();
    });
    this.#roomFor(0);
  }

  get(key: Buffer): Buffer | undefined {
    const value = this.#db.get(key);
    return value && records.unseal(key, value);
  }

  put(key: Buffer, value: Buffer): void {
    const sealed = records.seal(key, value);
    this.#note(key, sealed);
    this.#db.put(key, sealed);
  }

  remove(key: Buffer): void {
    this.#note(key);
    this.#db.remove(key);
  }

  count(group: number): number {
    return this.#totals(group).documents;
  }

  /** Forgets the count of a collection whose records are all removed. */
  forget(group: number): void {
    this.#pending.delete(group);
    this.#db.remove(records.totalsKey(group));
  }

  /** Reads in portions: no cursor stays open between them, and what changes meanwhile may or may not be seen. */
  *scan(bounds: Bounds, reverse = false): Generator<{ key: Buffer; value: Buffer }> {
    const whole = records.wholeOf(bounds);
    const counted = whole === undefined ? undefined : this.#totals(whole);
    let [start, end] = reverse ? [bounds.high, bounds.low] : [bounds.low, bounds.high];
    let [seen, limit] = [0, SMALLEST_PORTION];
    for (let first = true; ; first = false) {
      const portion: { key: Buffer; value: Buffer }[] = [];
      let bytes = 0;
      for (const entry of this.#db.getRange({ start, end, reverse, limit, exclusiveStart: !first })) {
        portion.push(entry);
        bytes += entry.value.length;
        if (bytes > PORTION_BYTES) break;
      }
      for (const { key, value } of portion) yield { key, value: records.unseal(key, value) };
      seen += portion.length;
      if (portion.length < limit && bytes <= PORTION_BYTES) break;
      start = portion.at(-1)?.key ?? start;
      limit = Math.min(limit * 4, LARGEST_PORTION);
    }
    if (whole === undefined || this.#totals(whole).changes !== counted?.changes || seen === counted.documents) return;
    throw damaged(`${seen} of ${counted.documents} documents`);
  }

  /** Runs `action` in a transaction; resolves when it is on disk. Rejects with OutOfDiskSpace or CommitFailed. */
  async write<T>(action: () => T): Promise<T> {
    let ran = false;
    try {
      return await this.#db.childTransaction(() => {
        try {
          const result = action();
          for (const [group, held] of this.#pending) {
            const key = records.totalsKey(group);
            this.#db.put(key, records.seal(key, records.writeTotals(held)));
          }
          ran = true;
          return result;
        } finally {
          this.#pending.clear();
        }
      });
    } catch (error) {
      throw ran ? await commitError(error) : error;
    }
  }

  /** Inside `write`: throws OutOfDiskSpace without room. Replacing may use half of the reserve, removing all. */
  requireRoom(bytes: number, replaces: boolean): void {
    if (this.#roomFor(bytes) < (replaces ? RESERVE / 2 : RESERVE) + bytes) throw diskFull();
    this.#used = (this.#used ?? 0) + bytes;
  }

  refresh(): void {
    this.#db.resetReadTxn();
  }

  /** Copies the newest commit to a new file, one copy at a time. LMDB does so in a thread of its own. */
  copyTo(path: string): Promise<void> {
    const done = this.#copied.then(() => this.#db.backup(path, true));
    this.#copied = done.catch(() => {});
    return done;
  }

  async close(): Promise<void> {
    await this.#copied;
    await this.#db.close();
    closeSync(this.#fd);
  }

  #totals(group: number): Totals {
    return this.#pending.get(group) ?? records.readTotals(this.get(records.totalsKey(group)));
  }

  /** Notes that `key` has a new value, or none. */
  #note(key: Buffer, sealed?: Buffer): void {
    const group = records.groupOf(key);
    const before = this.#db.get(key);
    const held = this.#totals(group);
    if (before) records.add(held, key, records.sumOf(before), -1);
    if (sealed) records.add(held, key, records.sumOf(sealed), 1);
    this.#pending.set(group, { ...held, changes: held.changes + 1 });
  }

  /** How much room there is behind what is used, after trying for the reserve and so much more. */
  #roomFor(bytes: number): number {
    if (this.#used === undefined) {
      const { lastPageNumber, pageSize } = this.#db.getStats() as { lastPageNumber: number; pageSize: number };
      this.#used = (lastPageNumber + 1) * pageSize;
    }
    return reserve(this.#fd, this.#used, RESERVE + bytes);
  }
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
  const given = typeof error === 'object' && error && 'commitError' in error ? error.commitError : undefined;
  const cause: unknown = await Promise.resolve(given).catch((reason) => reason);
  const code = typeof cause === 'object' && cause && 'code' in cause ? cause.code : undefined;
  if (typeof code === 'number' && NO_ROOM.includes(code)) return diskFull();
  return new CommitFailed(String(cause ?? error), { cause });
}
