import type { Readable } from 'node:stream';
import { AppError } from './errors.ts';

/** Bytes `start..end`, both inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/**
 * Files on disk or in S3. A key is a relative path of `[A-Za-z0-9._-]` parts, none beginning with a dot. Writes are
 * atomic.
 */
export interface FileStore {
  readonly kind: 'disk' | 's3';
  /** Streams `source` in and resolves when it is durable. On error, nothing is stored. */
  write(key: string, source: Readable | Uint8Array): Promise<StoredFile>;
  /** Moves a local file into the store. Idempotent: succeeds when the file is gone and the key exists. */
  take(key: string, localPath: string): Promise<StoredFile>;
  /**
   * Streams the file or a range, clamped to its end. Throws NOT_FOUND, or RANGE_NOT_SATISFIABLE when the range begins
   * beyond the end.
   */
  read(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<StoredFile | null>;
  /** Deletes the file; no error when it does not exist. */
  remove(key: string): Promise<void>;
  /** All files whose key begins with `prefix`, in key order. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /**
   * A read-only local path with the file's content, for tools such as ffmpeg. Files from S3 are downloaded into
   * `folder`, once for each key.
   */
  local(key: string, folder: string): Promise<string>;
  /** Readiness check: throws when the store can't be written and read. */
  check(): Promise<void>;
}

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;

/** Returns the key; throws MALFORMED when it is invalid, as one that leaves the store. */
export function checkKey(key: string): string {
  if (key.length <= 700 && key.split('/').every((part) => PART.test(part))) return key;
  throw new AppError('MALFORMED', { message: 'This is not the name of a file' });
}

/** Returns the prefix; like a key, but its last part may be empty. */
export function checkPrefix(prefix: string): string {
  const cut = prefix.lastIndexOf('/');
  const [folders, last] = [prefix.slice(0, Math.max(cut, 0)), prefix.slice(cut + 1)];
  if (folders !== '' || cut === 0) checkKey(folders);
  if (last !== '') checkKey(last);
  return prefix;
}

/** NOT_FOUND, with the key for those who can make the file again. */
export class FileMissing extends AppError {
  readonly key: string;

  constructor(key: string, cause?: unknown) {
    super('NOT_FOUND', { message: 'This file is not there any more', cause });
    this.key = key;
  }
}

/** Error for a range that begins beyond the end of the file. */
export function pastTheEnd(cause?: unknown): AppError {
  return new AppError('RANGE_NOT_SATISFIABLE', { message: 'The file is shorter than that', cause });
}
