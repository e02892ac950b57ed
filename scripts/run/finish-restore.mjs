import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NOTE = 'restore.json';

/**
 * Completes a restore: each part in `restoring` takes its place, and what was there goes to the folder that the note names.
 * A crash in between leaves parts in `restoring`, so that every start calls this again.
 *
 * @param {string} varDir nobody may use it meanwhile
 * @returns {boolean} whether anything was put aside
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
