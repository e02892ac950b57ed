import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeIfRoom } from './full-disk.mjs';

const NAME = 'database.json';

/**
 * Stores the database's URI in the data folder while the app runs, for other commands. Not for a configured database:
 * its URI may contain a password, and those commands have it too.
 *
 * @param {string} varDir
 * @param {string} uri
 */
export function noteDatabase(varDir, uri) {
  writeIfRoom(() => writeFileSync(join(varDir, NAME), JSON.stringify({ uri }), { mode: 0o600 }));
}

/** The database URI of a data folder in use; null when there is none. */
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
