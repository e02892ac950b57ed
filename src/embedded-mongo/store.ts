import { mkdirSync } from 'node:fs';
import { open } from 'lmdb';

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
  /** Runs `action` in a transaction; resolves when its result is on disk. Should it throw, nothing of it is kept. */
  write<T>(action: () => T): Promise<T>;
  /** Makes the next read see the newest commit. */
  refresh(): void;
  close(): Promise<void>;
}

const SMALLEST_PORTION = 8;
const LARGEST_PORTION = 512;

/**
 * Opens the LMDB store in `folder`. Writers that wait at the same time share one commit and one fsync; a commit is
 * acknowledged only after that fsync, so `overlappingSync` (which acknowledges before it) is off.
 */
export function openStore(folder: string): Store {
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
    write: (action) => db.childTransaction(action),
    refresh: () => db.resetReadTxn(),
    close: () => db.close(),
  };
}
