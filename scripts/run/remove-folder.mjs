import { rmSync } from 'node:fs';

const TRIES = 10;
/** Milliseconds before another try. */
const PAUSE = 100;

/**
 * Removes a folder to which a process that is about to die may still write. Throws if it can't after a
 * second. The retries of `rmSync` don't help: they remove the folder again, but not what has been added to it.
 *
 * @param {string} folder may be missing
 */
export function removeFolder(folder) {
  for (let left = TRIES; ; left--) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (left === 1) throw error;
      // Nothing else runs while a process exits.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}
