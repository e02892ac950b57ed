import type { Readable } from 'node:stream';

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
 * A key is a relative path of `[A-Za-z0-9._-]` parts joined by `/`; anything else is refused.
 * Writing is atomic: a reader sees the whole file or none.
 */
export interface FileStore {
  readonly kind: 'disk' | 's3';
  /** Streams `source` in; resolves once the bytes are durable. An error on the way leaves nothing behind. */
  write(key: string, source: Readable | Uint8Array): Promise<StoredFile>;
  /** Takes over a local file (moved when the store is the disk, uploaded and removed otherwise). */
  take(key: string, localPath: string): Promise<StoredFile>;
  /** Streams out, the whole or a range; throws NOT_FOUND when there is no such file. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<StoredFile | null>;
  /** Deletes; no error when it is already gone. */
  remove(key: string): Promise<void>;
  /** All files whose key begins with `prefix`. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /**
   * A path on the local disk holding the file's bytes, for tools such as ffmpeg, to be read only.
   * On disk this is the file itself; otherwise it is fetched into `folder`, once a key.
   */
  local(key: string, folder: string): Promise<string>;
  /** Throws when the store can't be written and read. For readiness. */
  check(): Promise<void>;
}
