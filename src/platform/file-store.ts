import type { Readable } from 'node:stream';
import { AppError } from './errors.ts';

/** Bytes `start..end`, both inclusive, as HTTP counts them. */
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
 * Where uploads, segments, posters and films live: the local disk, or S3 by configuration.
 * A key is a relative path of `[A-Za-z0-9._-]` parts joined by `/`, none of which begins with a dot; anything else is
 * refused. Writing is atomic: a reader sees the whole file or none.
 */
export interface FileStore {
  readonly kind: 'disk' | 's3';
  /** Streams `source` in; resolves once the bytes are durable. An error on the way leaves nothing behind. */
  write(key: string, source: Readable | Uint8Array): Promise<StoredFile>;
  /**
   * Takes over a local file (moved when the store is the disk, uploaded and removed otherwise). To be repeated after
   * a crash: where the local file is gone and the key is there, an earlier call has done it.
   */
  take(key: string, localPath: string): Promise<StoredFile>;
  /**
   * Streams out, the whole or a range (cut at the file's end); throws NOT_FOUND when there is no such file, and
   * RANGE_NOT_SATISFIABLE when it ends before the range begins.
   */
  read(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<StoredFile | null>;
  /** Deletes; no error when it is already gone. */
  remove(key: string): Promise<void>;
  /** All files whose key begins with `prefix`, in the order of their keys. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /**
   * A path on the local disk holding the file's bytes, for tools such as ffmpeg, to be read only.
   * On disk this is the file itself; otherwise it is fetched into `folder`, once a key.
   */
  local(key: string, folder: string): Promise<string>;
  /** Throws when the store can't be written and read. For readiness. */
  check(): Promise<void>;
}

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;

/** Returns the key; throws MALFORMED when it could mean anything but a file of the store. */
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

/** The error of a file that is not in the store. */
export function noSuchFile(cause?: unknown): AppError {
  return new AppError('NOT_FOUND', { message: 'This file is not there any more', cause });
}

/** The error of a range that begins behind the file's end. */
export function pastTheEnd(cause?: unknown): AppError {
  return new AppError('RANGE_NOT_SATISFIABLE', { message: 'The file is shorter than that', cause });
}
