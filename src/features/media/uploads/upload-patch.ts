import type { IncomingHttpHeaders } from 'node:http';
import { ERRORS } from '@tus/server';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../../../platform/errors.ts';
import { countUp } from '../../../platform/tally.ts';
import { UploadModel } from './upload.model.ts';
import type { UploadFiles } from './upload-files.ts';
import type { HeldUpload, UploadLocks } from './upload-locks.ts';
import type { UploadQuota } from './upload-quota.ts';
import { DRAIN } from './upload-times.ts';

const CHUNK_TYPE = 'application/offset+octet-stream';

/**
 * tus `PATCH` from the socket to the disk. `@tus/server` pipes each byte through four streams, which costs more CPU
 * than the rest of an upload.
 */
export function createPatch({
  files,
  locks,
  quota,
}: {
  files: UploadFiles;
  locks: UploadLocks;
  quota: UploadQuota;
}): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const { id } = req.params;
    const offset = readOffset(req.headers);
    const ends = new AbortController();
    res.once('close', () => ends.abort());
    let drain: NodeJS.Timeout | undefined;
    const letGo = () => {
      // Lets a nearly finished request complete; disconnects silent clients.
      drain ??= setTimeout(() => req.destroy(), DRAIN);
    };
    const lock = locks.locker.newLock(id);
    await lock.lock(ends.signal, letGo);
    let reached: number;
    let expiresAt: Date | null;
    try {
      const held = locks.held(id);
      expiresAt = held ? held.record.expiresAt : null;
      reached = held ? await takeBody(req, held, offset, { files, quota }) : await takeNothing(req, id, offset);
      if (held && reached === held.record.size) {
        countUp('uploads');
        if (!held.record.wasInterrupted) countUp('firstTries');
      }
    } finally {
      clearTimeout(drain);
      await lock.unlock();
    }
    res.setHeader('Tus-Resumable', '1.0.0');
    res.setHeader('Upload-Offset', String(reached));
    if (expiresAt) res.setHeader('Upload-Expires', expiresAt.toUTCString());
    res.status(204).end();
  };
}

function readOffset(headers: IncomingHttpHeaders): number {
  if (headers['content-type'] !== CHUNK_TYPE) {
    throw new AppError('WRONG_TYPE', { message: `Send the bytes as ${CHUNK_TYPE}.` });
  }
  const offset = headers['upload-offset'];
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) {
    throw new AppError('MALFORMED', { message: 'Upload-Offset must say where the bytes begin.' });
  }
  return Number(offset);
}

async function takeBody(
  req: Request,
  held: HeldUpload,
  offset: number,
  { files, quota }: { files: UploadFiles; quota: UploadQuota },
): Promise<number> {
  const { record } = held;
  if (offset !== record.offset) throw ERRORS.INVALID_OFFSET;
  refuseExcess(req, record.size - offset);
  if (!(record.reservedUntil > new Date())) await quota.renew(record);
  await quota.requireRoom();
  try {
    return await files.append(held, offset, req.iterator({ destroyOnReturn: false }));
  } catch (error) {
    // Read and discard the rest: few clients get an answer before their request has ended.
    req.resume();
    throw error;
  }
}

/** A finished upload accepts only an empty chunk, which tus clients may send. */
async function takeNothing(req: Request, id: string, offset: number): Promise<number> {
  const record = await UploadModel.findById(id, { offset: 1 }).lean();
  if (offset !== record?.offset) throw ERRORS.INVALID_OFFSET;
  refuseExcess(req, 0);
  return offset;
}

function refuseExcess(req: Request, room: number): void {
  const length = Number(req.headers['content-length'] ?? 0);
  if (length > room) throw ERRORS.ERR_SIZE_EXCEEDED;
}
