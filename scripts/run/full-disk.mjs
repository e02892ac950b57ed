import { statfsSync } from 'node:fs';

const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** Space for a new database and the first start, in bytes. */
const FIRST_START = 32 * 1024 * 1024;

/** Whether `error` means that the disk is full. */
export function isDiskFull(error) {
  return CODES.includes(error?.code) || String(error?.message).includes('No space left on device');
}

/**
 * Runs `write`, ignoring a full disk: for files that a run can do without.
 *
 * @param {() => void} write
 */
export function writeIfRoom(write) {
  try {
    write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

/** Whether the disk is too full for a first start in this folder. */
export function isTooFullToBegin(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < FIRST_START;
}

/** One-line advice. */
export function fullDiskWords(folder) {
  return `The disk that holds ${folder} is full. Free some space (1 GB or more is best), then start again.`;
}
