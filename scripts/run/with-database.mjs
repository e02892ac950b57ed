import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabase } from './database.mjs';
import { readDatabase } from './database-note.mjs';
import { finishRestore } from './finish-restore.mjs';
import { lockFolder } from './lock.mjs';
import { createSupervisor } from './supervisor.mjs';

/** What a command can't go on for, in words for people. */
export class CommandFailed extends Error {}

/**
 * Hands `work` the address of this copy's own database: that of the app that runs, or else one that is started for this
 * command alone.
 *
 * @template T
 * @param {{ root: string, varDir: string, name: string, mayRun?: boolean }} options `name` of the command; `mayRun: false`
 *   refuses while the app runs
 * @param {(uri: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDatabase({ root, varDir, name, mayRun = true }, work) {
  const lock = await lockFolder(varDir, name);
  if ('takenBy' in lock) {
    if (!mayRun) throw new CommandFailed(runsWords(lock.takenBy, varDir));
    const uri = readDatabase(varDir);
    if (uri) return work(uri);
    throw new CommandFailed(
      `The app at ${lock.takenBy || varDir} uses a database that it was told by MONGODB_URI. Set the same here.`,
    );
  }
  try {
    finishRestore(varDir);
    return await withServerOn({ root, folder: varDir, onPids: lock.notePids }, work);
  } finally {
    lock.release();
  }
}

/**
 * Completes a restore that a crash interrupted, unless the app runs, which has done so.
 *
 * @param {string} varDir
 * @param {string} name of the command
 */
export async function settleRestore(varDir, name) {
  if (!existsSync(join(varDir, 'restoring'))) return;
  const lock = await lockFolder(varDir, name);
  if ('takenBy' in lock) return;
  finishRestore(varDir);
  lock.release();
}

/** Why a command that changes the data has to wait. */
export function runsWords(takenBy, varDir) {
  return `VidDay runs${takenBy ? ` at ${takenBy}` : ''} with the data in ${varDir}. Stop it first.`;
}

/**
 * Runs a database on the data below `folder` for as long as `work` takes.
 *
 * @template T
 * @param {{ root: string, folder: string, onPids?: (pids: number[]) => void }} options
 * @param {(uri: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withServerOn({ root, folder, onPids }, work) {
  let giveUp = () => {};
  const gaveUp = new Promise((_, reject) => {
    giveUp = () => reject(new CommandFailed('The database can’t run; what it said stands above.'));
  });
  gaveUp.catch(() => {});
  const supervisor = createSupervisor({ onGiveUp: () => giveUp(), onPids, say: (words) => console.error(words) });
  try {
    const started = startDatabase(supervisor, { root, varDir: folder, configured: undefined });
    const { uri } = await Promise.race([started, gaveUp]);
    return await Promise.race([work(uri), gaveUp]);
  } finally {
    await supervisor.stop();
  }
}
