import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NOTE = 'restore.json';
/** Why a folder that is a mount can't be renamed. */
const MOUNTED = ['EBUSY', 'EXDEV'];

/**
 * Completes a restore: moves each part in `restoring` into place, and replaced data to the folder named in the note.
 * Called at every start, as a crash in between leaves parts in `restoring`.
 *
 * @param {string} varDir not in use by other processes
 * @returns {boolean} whether data was replaced
 */
export function finishRestore(varDir) {
  const from = join(varDir, 'restoring');
  if (!existsSync(from)) return false;
  const { kept } = JSON.parse(readFileSync(join(from, NOTE), 'utf8'));
  for (const name of readdirSync(from)) {
    if (name === NOTE) continue;
    const [fresh, place] = [join(from, name), join(varDir, name)];
    try {
      if (existsSync(place)) {
        mkdirSync(join(varDir, kept), { recursive: true, mode: 0o700 });
        renameSync(place, join(varDir, kept, name));
      }
      renameSync(fresh, place);
    } catch (error) {
      if (MOUNTED.includes(error.code)) error.message = mountedWords(fresh, place);
      throw error;
    }
  }
  rmSync(from, { recursive: true });
  return existsSync(join(varDir, kept));
}

function mountedWords(fresh, place) {
  return `The restore is not complete: ${place} is a disk or volume of its own, which can’t be replaced.
Move what is in it elsewhere, then what is in ${fresh} into it. Delete ${fresh}, and start again.`;
}
