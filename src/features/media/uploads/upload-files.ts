import { constants, mkdirSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ERRORS } from '@tus/server';
import type { HeldUpload } from './upload-locks.ts';

/** Bytes buffered before a write: a system call for each 64 KB from the socket would cost more than copying. */
const BATCH = 256 * 1024;
/** Bytes between checks of the free space. */
const LOOK_EVERY = 16 * 1024 * 1024;

/** Folder of unfinished uploads, one file each, named by id. */
export interface UploadFiles {
  folder: string;
  path(id: string): string;
  /**
   * Appends `source` at `offset` and returns the new offset when it is durable. On an error, received bytes are kept
   * durably; see `held.offset`. Refuses more bytes than announced. Throws PROVIDER_DOWN when the disk is nearly full.
   */
  append(held: HeldUpload, offset: number, source: AsyncIterable<Buffer>): Promise<number>;
  remove(id: string): Promise<void>;
}

/** `requireRoom` throws while uploads are stopped. */
export function openUploadFiles(folder: string, requireRoom: () => Promise<void>): UploadFiles {
  mkdirSync(folder, { recursive: true });
  const path = (id: string) => join(folder, id);
  return {
    folder,
    path,
    async append(held, offset, source) {
      const file = await open(path(held.record._id), constants.O_WRONLY | constants.O_CREAT, 0o600);
      try {
        // A file shorter than acknowledged was lost with its disk: a new upload is required.
        if ((await file.stat()).size < offset) throw ERRORS.FILE_NO_LONGER_EXISTS;
        const settle = () => (offset === 0 ? syncFolder(folder) : null);
        return await writeDurably(held, offset, source, file, settle, requireRoom);
      } finally {
        held.sync = null;
        await file.close();
      }
    },
    async remove(id) {
      await rm(path(id), { force: true });
    },
  };
}

async function writeDurably(
  held: HeldUpload,
  offset: number,
  source: AsyncIterable<Buffer>,
  file: FileHandle,
  settle: () => Promise<void> | null,
  requireRoom: () => Promise<void>,
): Promise<number> {
  let position = offset;
  let looksAt = offset + LOOK_EVERY;
  let waiting: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    held.assertAlive();
    position = await writeAll(file, waiting, position);
    waiting = [];
    bytes = 0;
  };
  held.sync = async () => {
    const upTo = position;
    await file.datasync();
    return upTo;
  };
  try {
    for await (const chunk of source) {
      if (position >= looksAt) {
        looksAt = position + LOOK_EVERY;
        await requireRoom();
      }
      if (position + bytes + chunk.length > held.record.size) throw ERRORS.ERR_SIZE_EXCEEDED;
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= BATCH) await flush();
    }
  } finally {
    if (bytes > 0) await flush();
    if (position > offset) {
      await file.datasync();
      await settle();
    }
    held.offset = Math.max(held.offset, position);
  }
  return position;
}

/** A write may be partial. */
async function writeAll(file: FileHandle, buffers: Buffer[], position: number): Promise<number> {
  let at = position;
  let rest = buffers;
  while (rest.length > 0) {
    let { bytesWritten } = await file.writev(rest, at);
    at += bytesWritten;
    let whole = 0;
    for (const buffer of rest) {
      if (bytesWritten < buffer.length) break;
      bytesWritten -= buffer.length;
      whole += 1;
    }
    rest = rest.slice(whole);
    if (bytesWritten > 0 && rest[0]) rest[0] = rest[0].subarray(bytesWritten);
  }
  return at;
}

/** A new file is durable only when its folder is flushed. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
