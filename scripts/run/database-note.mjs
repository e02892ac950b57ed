import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeIfRoom } from './full-disk.mjs';

const NAME = 'database.json';

/**
 * Notes where the database of a data folder is reached while the app runs, for commands that are used beside it. One that
 * is configured is not noted: its address may hold a password, and whoever uses the command knows it.
 *
 * @param {string} varDir
 * @param {string} uri
 */
export function noteDatabase(varDir, uri) {
  writeIfRoom(() => writeFileSync(join(varDir, NAME), JSON.stringify({ uri }), { mode: 0o600 }));
}

/** Where the database of a folder in use is; null where nobody noted it. */
export function readDatabase(varDir) {
  try {
    const { uri } = JSON.parse(readFileSync(join(varDir, NAME), 'utf8'));
    return typeof uri === 'string' ? uri : null;
  } catch {
    return null;
  }
}

export function forgetDatabase(varDir) {
  rmSync(join(varDir, NAME), { force: true });
}
