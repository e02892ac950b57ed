import { constants, mkdirSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ERRORS } from '@tus/server';
import type { HeldUpload } from './upload-locks.ts';

/** Bytes gathered before a write: a system call for each 64 KB from the socket would cost more than the copy. */
const BATCH = 256 * 1024;
/** Bytes after which a write looks again whether there is room. */
const LOOK_EVERY = 16 * 1024 * 1024;

/** The folder in which unfinished uploads grow, one file each, named by the upload's id. */
export interface UploadFiles {
  folder: string;
  path(id: string): string;
  /**
   * Appends what comes at `offset` and resolves with the new offset once that is durable. What came before an error is kept
   * and durable too; `held.offset` says how far it is. More bytes than were announced are refused. Throws PROVIDER_DOWN
   * when the disk gets nearly full.
   */
  append(held: HeldUpload, offset: number, source: AsyncIterable<Buffer>): Promise<number>;
  remove(id: string): Promise<void>;
}

/** `requireRoom` throws while uploads have to stop. */
export function openUploadFiles(folder: string, requireRoom: () => Promise<void>): UploadFiles {
  mkdirSync(folder, { recursive: true });
  const path = (id: string) => join(folder, id);
  return {
    folder,
    path,
    async append(held, offset, source) {
      const file = await open(path(held.record._id), constants.O_WRONLY | constants.O_CREAT, 0o600);
      try {
        // A file shorter than what was acknowledged was lost with its disk: only a new upload helps.
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

/** A write may take less than it was given. */
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

/** The name of a new file is durable only once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
