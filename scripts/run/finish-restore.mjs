import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NOTE = 'restore.json';

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
    if (existsSync(join(varDir, name))) {
      mkdirSync(join(varDir, kept), { recursive: true, mode: 0o700 });
      renameSync(join(varDir, name), join(varDir, kept, name));
    }
    renameSync(join(from, name), join(varDir, name));
  }
  rmSync(from, { recursive: true });
  return existsSync(join(varDir, kept));
}
