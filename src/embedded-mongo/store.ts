import { mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { open } from 'lmdb';
import { MongoError } from './errors.ts';

export interface Entry {
  key: Buffer;
  value: Buffer;
}

export interface Bounds {
  low: Buffer;
  high: Buffer;
}

/** Bytes on disk, in the order of their keys. Reads see what is committed, or, inside `write`, what it wrote. */
export interface Store {
  get(key: Buffer): Buffer | undefined;
  put(key: Buffer, value: Buffer): void;
  remove(key: Buffer): void;
  /** Reads in portions: no cursor stays open between them, and what changes meanwhile may or may not be seen. */
  scan(bounds: Bounds, reverse?: boolean): Generator<Entry>;
  /**
   * Runs `action` in a transaction; resolves when its result is on disk. Should it throw, nothing of it is kept.
   * Rejects with OutOfDiskSpace when the disk did not take the commit, and with `CommitFailed` for any other failure.
   */
  write<T>(action: () => T): Promise<T>;
  /** Makes the next read see the newest commit. */
  refresh(): void;
  close(): Promise<void>;
}

const SMALLEST_PORTION = 8;
const LARGEST_PORTION = 512;

/** A commit that failed for another reason than a full disk; the store can't be trusted any more. */
export class CommitFailed extends Error {}

/** What the system calls a disk, a quota or a file without room. LMDB reports a write that was cut short as EIO. */
const { ENOSPC, EDQUOT, EFBIG, EIO } = constants.errno;
const NO_ROOM = [ENOSPC, EDQUOT, EFBIG, EIO];

/**
 * Opens the LMDB store in `folder`. `onRollback` is called when a commit has failed, before any other action runs.
 * Writers that wait at the same time share one commit and one fsync; a commit is
 * acknowledged only after that fsync, so `overlappingSync` (which acknowledges before it) is off.
 */
export function openStore(folder: string, onRollback = () => {}): Store {
  mkdirSync(folder, { recursive: true });
  const db = open<Buffer, Buffer>({
    path: `${folder}/data.mdb`,
    noSubdir: true,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false,
    cache: false,
    maxDbs: 1,
  });

  // A commit without a transaction id is one that failed.
  db.on('aftercommit', ({ txnId }: { txnId?: number }) => {
    if (txnId === undefined) onRollback();
  });

  async function write<T>(action: () => T): Promise<T> {
    let ran = false;
    try {
      return await db.childTransaction(() => {
        const result = action();
        ran = true;
        return result;
      });
    } catch (error) {
      throw ran ? await commitError(error) : error;
    }
  }

  function* scan({ low, high }: Bounds, reverse = false): Generator<Entry> {
    let start = reverse ? high : low;
    let limit = SMALLEST_PORTION;
    for (let first = true; ; first = false) {
      const options = { start, end: reverse ? low : high, reverse, limit, exclusiveStart: !first };
      const portion: Entry[] = Array.from(db.getRange(options));
      yield* portion;
      if (portion.length < limit) return;
      start = (portion[portion.length - 1] as Entry).key;
      limit = Math.min(limit * 4, LARGEST_PORTION);
    }
  }

  return {
    scan,
    get: (key) => db.get(key),
    put: (key, value) => void db.put(key, value),
    remove: (key) => void db.remove(key),
    write,
    refresh: () => db.resetReadTxn(),
    close: () => db.close(),
  };
}

/** Whether `error` is what LMDB rejects the writers of a failed commit with. */
export function isOfFailedCommit(error: unknown): boolean {
  return error instanceof Error && 'commitError' in error;
}

/** LMDB rejects each writer of a failed commit at once and gives the cause by a promise. */
async function commitError(error: unknown): Promise<Error> {
  const cause: unknown = await (error as { commitError?: Promise<never> }).commitError?.catch((reason) => reason);
  const code = (cause as { code?: unknown } | undefined)?.code;
  if (typeof code === 'number' && NO_ROOM.includes(code))
    return new MongoError('OutOfDiskSpace', 'The disk is full: nothing of this write was kept');
  return new CommitFailed(String(cause ?? error), { cause });
}
