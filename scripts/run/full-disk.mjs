import { statfsSync } from 'node:fs';

const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** A new database and what the processes write at their start, in bytes. */
const FIRST_START = 32 * 1024 * 1024;

/** Whether `error` says that there is no room to write. */
export function isDiskFull(error) {
  return CODES.includes(error?.code) || String(error?.message).includes('No space left on device');
}

/**
 * Does `write`, unless the disk is full: for notes that a run can do without.
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

/** Whether a first start would find too little room in this folder. */
export function isTooFullToBegin(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < FIRST_START;
}

/** What to do, in one line. */
export function fullDiskWords(folder) {
  return `The disk that holds ${folder} is full. Free some space (1 GB or more is best), then start again.`;
}
