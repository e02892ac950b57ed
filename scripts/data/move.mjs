import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandFailed } from '../run/command-failed.mjs';
import { withDatabase, withServerOn } from '../run/with-database.mjs';
import { withCopy } from './backup.mjs';
import { makeWorkFolder, syncFolder } from './steps.mjs';

/**
 * Exports the database to a folder as Extended JSON. The embedded database is copied first, for a consistent state.
 *
 * @param {ReturnType<import('./steps.mjs').createSteps>} steps
 * @param {string} folder
 */
export async function exportTo(steps, folder) {
  const { root, varDir, kind, run } = steps;
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new CommandFailed(`${folder} is not empty. Name a new folder.`);
  }
  mkdirSync(dirname(folder), { recursive: true });
  const work = makeWorkFolder(dirname(folder), basename(folder));
  const out = join(work, 'export');
  const write = (uri) => run(['export', out], uri && { MONGODB_URI: uri });
  try {
    if (kind() === 'configured') await write();
    else if (kind() === 'mongod') await withDatabase({ root, varDir, name: 'npm run export' }, write);
    else await withCopy(steps, 'npm run export', (copy) => withServerOn({ root, folder: copy }, write));
    renameSync(out, folder);
    syncFolder(dirname(folder));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  console.log(`Written to ${folder}. It holds everything, sign-in sessions too: keep it as safe as the database.`);
}

/**
 * Imports a folder of Extended JSON.
 *
 * @param {ReturnType<import('./steps.mjs').createSteps>} steps
 * @param {string} folder
 * @param {{ add?: boolean }} options `add`: also into a database with documents
 */
export async function importFrom({ root, varDir, kind, run }, folder, { add = false }) {
  if (!existsSync(folder)) throw new CommandFailed(`There is no folder ${folder}.`);
  const read = (uri) => run(['import', folder, ...(add ? ['--add'] : [])], uri && { MONGODB_URI: uri });
  if (kind() === 'configured') return read();
  return withDatabase({ root, varDir, name: 'npm run import', mayRun: false }, read);
}
