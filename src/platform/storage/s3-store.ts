import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3StorageConfig } from '../config.ts';
import { checkKey, checkPrefix, FileMissing, type FileStore, pastTheEnd, type StoredFile } from '../file-store.ts';
import { isMissing } from '../fs-errors.ts';

/** 8 MiB a part: 80 GB in S3's 10,000 parts, with three parts in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 3;

/** How long to wait for a connection, and for a server that has become silent, in milliseconds. */
const PATIENCE = { connection: 5000, silence: 60_000 };

/**
 * A file store in a bucket of an S3-compatible server.
 * @param patience see above; shorter in tests
 */
export function createS3Store(config: S3StorageConfig, patience = PATIENCE): FileStore {
  const connect = (limits: object) =>
    new S3Client({
      endpoint: config.endpoint ?? undefined,
      region: config.region,
      forcePathStyle: config.forcePathStyle,
      credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
      maxAttempts: 4,
      requestHandler: { connectionTimeout: patience.connection, ...limits },
    });
  const client = connect({ socketTimeout: patience.silence });
  // Readers may pause for long, as a player does; only the answer has to begin in time.
  const reading = connect({ requestTimeout: patience.silence, throwOnRequestTimeout: true });
  const Bucket = config.bucket;
  const fetching = new Map<string, Promise<string>>();

  async function statOf(key: string): Promise<StoredFile | null> {
    checkKey(key);
    try {
      const head = await client.send(new HeadObjectCommand({ Bucket, Key: key }));
      return { key, bytes: head.ContentLength ?? 0, modifiedAt: head.LastModified ?? new Date(0) };
    } catch (error) {
      if (isNotThere(error)) return null;
      throw error;
    }
  }

  async function stored(key: string): Promise<StoredFile> {
    const file = await statOf(key);
    if (!file) throw new FileMissing(key);
    return file;
  }

  async function write(key: string, source: Readable | Uint8Array): Promise<StoredFile> {
    checkKey(key);
    if (source instanceof Readable) await uploadStream(client, Bucket, key, source);
    else await client.send(new PutObjectCommand({ Bucket, Key: key, Body: source, ContentLength: source.byteLength }));
    return stored(key);
  }

  async function read(key: string, range?: { start: number; end: number }, by = reading): Promise<Readable> {
    checkKey(key);
    const Range = range && `bytes=${range.start}-${range.end}`;
    try {
      const { Body } = await by.send(new GetObjectCommand({ Bucket, Key: key, Range }));
      if (Body instanceof Readable) return Body;
    } catch (error) {
      if (isNotThere(error)) throw new FileMissing(key, error);
      if (statusOf(error) === 416) throw pastTheEnd(error);
      throw error;
    }
    throw new FileMissing(key);
  }

  async function remove(key: string): Promise<void> {
    await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }));
  }

  async function fetchInto(key: string, path: string): Promise<string> {
    const file = await stored(key);
    const here = await stat(path).catch(() => null);
    if (here && here.size === file.bytes && here.mtimeMs === file.modifiedAt.getTime()) return path;
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      await pipeline(await read(key, undefined, client), createWriteStream(draft, { flags: 'wx' }));
      await utimes(draft, file.modifiedAt, file.modifiedAt);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return path;
  }

  return {
    kind: 's3',
    write,
    async take(key, localPath) {
      checkKey(key);
      try {
        await stat(localPath);
      } catch (error) {
        if (isMissing(error)) return stored(key);
        throw error;
      }
      const file = await write(key, createReadStream(localPath, { highWaterMark: 1024 * 1024 }));
      await rm(localPath, { force: true });
      return file;
    },
    read,
    stat: statOf,
    remove,
    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: checkPrefix(prefix) })) {
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key) yield { key: Key, bytes: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
        }
      }
    },
    async local(key, folder) {
      const path = join(folder, checkKey(key).replaceAll('/', '__'));
      await mkdir(folder, { recursive: true });
      const pending = fetching.get(path) ?? fetchInto(key, path).finally(() => fetching.delete(path));
      fetching.set(path, pending);
      return pending;
    },
    async check() {
      const key = `health/${randomBytes(8).toString('hex')}`;
      await write(key, Buffer.from('ok'));
      await remove(key);
    },
  };
}

/** Multipart for long files; a failure on either side aborts the other and deletes uploaded parts. */
async function uploadStream(client: S3Client, Bucket: string, Key: string, source: Readable): Promise<void> {
  const upload = new Upload({
    client,
    params: { Bucket, Key, Body: source },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    leavePartsOnError: false,
  });
  try {
    await upload.done();
  } catch (error) {
    source.destroy();
    throw error;
  }
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return undefined;
  const metadata: unknown = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return Number(metadata.httpStatusCode);
}

/** A missing bucket is a configuration error, not a missing file. */
function isNotThere(error: unknown): boolean {
  return statusOf(error) === 404 && !(error instanceof Error && error.name === 'NoSuchBucket');
}
