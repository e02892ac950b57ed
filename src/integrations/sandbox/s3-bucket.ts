import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ReceivedBody } from './s3-body.ts';
import { noSuchKey, noSuchUpload, S3Refusal } from './s3-errors.ts';

const LEAST_PART = 5 * 1024 * 1024;

export interface StoredObject {
  key: string;
  path: string;
  bytes: number;
  etag: string;
  type: string;
  modifiedAt: Date;
}

interface PendingUpload {
  key: string;
  type: string;
  parts: Map<number, ReceivedBody>;
}

export type Bucket = ReturnType<typeof createBucket>;

/** Objects and unfinished uploads of one bucket; contents in `folder`, metadata in memory. */
export function createBucket(folder: string) {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, PendingUpload>();

  async function put(
    key: string,
    body: Pick<ReceivedBody, 'path' | 'bytes'>,
    type: string,
    etag: string,
  ): Promise<StoredObject> {
    const path = join(folder, `object-${randomBytes(12).toString('hex')}`);
    await rename(body.path, path);
    const before = objects.get(key);
    const stored = { key, path, bytes: body.bytes, etag: `"${etag}"`, type, modifiedAt: wholeSecond() };
    objects.set(key, stored);
    if (before) await rm(before.path, { force: true });
    return stored;
  }

  function uploadOf(id: string, key: string): PendingUpload {
    const upload = uploads.get(id);
    if (!upload || upload.key !== key) throw noSuchUpload();
    return upload;
  }

  return {
    put,
    get(key: string): StoredObject {
      const found = objects.get(key);
      if (!found) throw noSuchKey();
      return found;
    },
    async remove(key: string): Promise<void> {
      const found = objects.get(key);
      objects.delete(key);
      if (found) await rm(found.path, { force: true });
    },
    /** Up to `most` objects with the prefix, whose keys come after `after`, and whether there are more. */
    list(prefix: string, after: string, most: number): { page: StoredObject[]; more: boolean } {
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
      const page = keys.slice(0, most).flatMap((key) => objects.get(key) ?? []);
      return { page, more: keys.length > most };
    },
    startUpload(key: string, type: string): string {
      const id = randomBytes(16).toString('hex');
      uploads.set(id, { key, type, parts: new Map() });
      return id;
    },
    async addPart(id: string, key: string, number: number, body: ReceivedBody): Promise<void> {
      const upload = uploads.get(id);
      if (!upload || upload.key !== key) {
        await rm(body.path, { force: true });
        throw noSuchUpload();
      }
      const before = upload.parts.get(number);
      upload.parts.set(number, body);
      if (before) await rm(before.path, { force: true });
    },
    async completeUpload(id: string, key: string, wanted: { number: number; etag: string }[]): Promise<StoredObject> {
      const upload = uploadOf(id, key);
      const parts = wanted.map(({ number, etag }, i) => {
        const part = upload.parts.get(number);
        if (!part || etag !== part.md5) throw new S3Refusal(400, 'InvalidPart', 'A part is not there.');
        if (i > 0 && number <= (wanted[i - 1]?.number ?? 0)) {
          throw new S3Refusal(400, 'InvalidPartOrder', 'The parts are not in order.');
        }
        if (part.bytes < LEAST_PART && i < wanted.length - 1) {
          throw new S3Refusal(400, 'EntityTooSmall', 'A part but the last is smaller than 5 MiB.');
        }
        return part;
      });
      if (parts.length === 0) throw new S3Refusal(400, 'MalformedXML', 'There are no parts.');
      const joined = join(folder, randomBytes(12).toString('hex'));
      for (const part of parts) await pipeline(createReadStream(part.path), createWriteStream(joined, { flags: 'a' }));
      const sums = Buffer.concat(parts.map(({ md5 }) => Buffer.from(md5, 'hex')));
      const etag = `${createHash('md5').update(sums).digest('hex')}-${parts.length}`;
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      const stored = await put(key, { path: joined, bytes }, upload.type, etag);
      await this.abortUpload(id, key);
      return stored;
    },
    async abortUpload(id: string, key: string): Promise<void> {
      const upload = uploadOf(id, key);
      uploads.delete(id);
      for (const part of upload.parts.values()) await rm(part.path, { force: true });
    },
    pendingUploads: () => uploads.size,
  };
}

/** S3 tells times in whole seconds. */
function wholeSecond(): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000);
}
