import { fstatSync, writeSync } from 'node:fs';
import { constants } from 'node:os';

/** What a disk, a quota or a file without room is called. LMDB reports a write that was cut short as EIO. */
const { ENOSPC, EDQUOT, EFBIG, EIO } = constants.errno;
export const NO_ROOM = [ENOSPC, EDQUOT, EFBIG, EIO];

/** Room at the end of the database file for what must go on when the disk is full, in bytes. */
export const RESERVE = 8 * 1024 * 1024;
const STEP = Buffer.alloc(128 * 1024);

/**
 * Writes zeros behind the used part of a file, where LMDB goes on, for so many bytes of room. Only while no commit is
 * being written. @returns how many there are, which are fewer on a full disk
 */
export function reserve(fd: number, used: number, bytes: number): number {
  let { size } = fstatSync(fd);
  try {
    while (size < used + bytes) size += writeSync(fd, STEP, 0, STEP.length, size);
  } catch (error) {
    const errno = error instanceof Error && 'errno' in error ? Number(error.errno) : 0;
    if (!NO_ROOM.includes(-errno)) throw error;
  }
  return size - used;
}
