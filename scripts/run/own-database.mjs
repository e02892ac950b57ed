import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed } from './command-failed.mjs';
import { which } from './machine.mjs';

/** All that a mongod leaves that could not start. */
const LOCK = 'mongod.lock';

/**
 * Which database a data folder uses without `MONGODB_URI`: the one that its data is of, whatever is on the PATH now. A
 * new folder uses a mongod on the PATH, or else the embedded one; one with data of both, the mongod.
 *
 * @param {string} varDir
 * @returns {'mongod' | 'embedded'}
 */
export function kindOfDatabase(varDir) {
  if (holdsMongods(varDir)) return 'mongod';
  return !holdsEmbedded(varDir) && which('mongod') ? 'mongod' : 'embedded';
}

/** Whether a data folder holds data of the embedded database. */
export function holdsEmbedded(varDir) {
  return existsSync(join(varDir, 'database/data.mdb'));
}

/** Whether a data folder holds data of a mongod. */
export function holdsMongods(varDir) {
  try {
    return readdirSync(join(varDir, 'mongod')).some((name) => !name.startsWith('.') && name !== LOCK);
  } catch {
    return false;
  }
}

/**
 * The path of the mongod for a data folder that uses one.
 *
 * @param {string} varDir
 * @returns {string}
 */
export function requireMongod(varDir) {
  const mongod = which('mongod');
  if (mongod) return mongod;
  throw new CommandFailed(
    `The data in ${join(varDir, 'mongod')} is of a mongod, and there is none on the PATH. Add its folder to the PATH.`,
  );
}
