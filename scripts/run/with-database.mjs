import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed } from './command-failed.mjs';
import { startDatabase } from './database.mjs';
import { readDatabase } from './database-note.mjs';
import { finishRestore } from './finish-restore.mjs';
import { lockFolder } from './lock.mjs';
import { createSupervisor } from './supervisor.mjs';

/**
 * Calls `work` with the URI of this copy's database: that of the running app, or one started for this command.
 *
 * @template T
 * @param {{ root: string, varDir: string, name: string, mayRun?: boolean }} options `name` of the command; `mayRun:
 *   false` refuses while the app runs
 * @param {(uri: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDatabase({ root, varDir, name, mayRun = true }, work) {
  const lock = await lockFolder(varDir, name);
  if ('takenBy' in lock) {
    if (!mayRun) throw new CommandFailed(runsWords(lock.takenBy, varDir));
    return work(uriOfApp(varDir, lock.takenBy));
  }
  try {
    finishRestore(varDir);
    return await withServerOn({ root, folder: varDir, onPids: lock.notePids }, work);
  } finally {
    lock.release();
  }
}

/**
 * Calls `work` with the environment of a step that copies the embedded database: with the URI of its server while the
 * app runs, as no other process may open its file then. Without it the app can't start meanwhile.
 *
 * @param {{ varDir: string, name: string }} options `name` of the command
 * @param {(env: Record<string, string>) => Promise<void>} work
 */
export async function withEmbedded({ varDir, name }, work) {
  const lock = await lockFolder(varDir, name);
  if ('takenBy' in lock) return work({ MONGODB_URI: uriOfApp(varDir, lock.takenBy) });
  try {
    await work({});
  } finally {
    lock.release();
  }
}

function uriOfApp(varDir, takenBy) {
  const uri = readDatabase(varDir);
  if (uri) return uri;
  if (takenBy.startsWith('npm run'))
    throw new CommandFailed(`${takenBy} uses ${varDir} now. Try again when it is done.`);
  throw new CommandFailed(`The app at ${takenBy || varDir} uses the database of its MONGODB_URI. Set the same here.`);
}

/**
 * Completes a restore interrupted by a crash, unless the app runs, which has done so.
 *
 * @param {string} varDir
 * @param {string} name of the command
 */
export async function completeRestore(varDir, name) {
  if (!existsSync(join(varDir, 'restoring'))) return;
  const lock = await lockFolder(varDir, name);
  if ('takenBy' in lock) return;
  finishRestore(varDir);
  lock.release();
}

/** Message for a command that must wait until the app stops. */
export function runsWords(takenBy, varDir) {
  return `VidDay runs${takenBy ? ` at ${takenBy}` : ''} with the data in ${varDir}. Stop it first.`;
}

/**
 * Runs a database on the data below `folder` during `work`.
 *
 * @template T
 * @param {{ root: string, folder: string, kind?: 'mongod' | 'embedded', onPids?: (pids: number[]) => void }} options
 *   `kind` by default that of the data in the folder
 * @param {(uri: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withServerOn({ root, folder, kind, onPids }, work) {
  let giveUp = () => {};
  const gaveUp = new Promise((_, reject) => {
    giveUp = () => reject(new CommandFailed('The database can’t run; see its output above.'));
  });
  gaveUp.catch(() => {});
  const supervisor = createSupervisor({ onGiveUp: () => giveUp(), onPids, say: (words) => console.error(words) });
  try {
    const started = startDatabase(supervisor, { root, varDir: folder, configured: undefined, kind });
    const { uri } = await Promise.race([started, gaveUp]);
    return await Promise.race([work(uri), gaveUp]);
  } finally {
    await supervisor.stop();
  }
}
