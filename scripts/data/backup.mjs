import { existsSync, readFileSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandFailed } from '../run/command-failed.mjs';
import { withDatabase, withEmbedded, withServerOn } from '../run/with-database.mjs';
import { makeWorkFolder, syncFolder } from './steps.mjs';

/**
 * Writes a verified backup of this copy to `file`, or nothing.
 *
 * @param {ReturnType<import('./steps.mjs').createSteps>} steps
 * @param {string} file
 * @param {{ since?: string }} [options] `since`: an earlier archive whose files are left out
 */
export async function writeBackup(steps, file, { since } = {}) {
  const { root, varDir, kind, run } = steps;
  const folder = dirname(file);
  if (!existsSync(folder)) throw new CommandFailed(`There is no folder ${folder}.`);
  if (existsSync(file) && !statSync(file).isFile()) throw new CommandFailed(`${file} is not a file. Name the archive.`);
  if (since === file) throw new CommandFailed('--since names the archive itself. Give the new one another name.');
  const earlier = existsSync(file) ? ['--earlier', file] : [];
  await writeArchive(steps, file, async (take) => {
    const args = [...take, ...(since ? ['--since', since] : earlier)];
    if (kind() === 'configured') return run(args);
    if (kind() === 'mongod') {
      return withDatabase({ root, varDir, name: 'npm run backup' }, (uri) => run(args, { MONGODB_URI: uri }));
    }
    await withCopy(steps, 'npm run backup', async (copy) => {
      // Detect damaged records now rather than at restore.
      await withServerOn({ root, folder: copy }, (uri) => run(['check'], { MONGODB_URI: uri }));
      await run([...args, '--copy', copy]);
    });
  });
  console.log(`Written to ${file}, read again and compared.`);
}

/**
 * Calls `work` with a folder that has a copy of the embedded database. It is in the data folder, as a database server
 * needs sockets, which sticks and shares don't have.
 *
 * @param {ReturnType<import('./steps.mjs').createSteps>} steps
 * @param {string} name of the command
 * @param {(copy: string) => Promise<void>} work
 */
export async function withCopy(steps, name, work) {
  const { varDir } = steps;
  const file = join(varDir, 'database/data.mdb');
  if (!existsSync(file)) throw new CommandFailed(`There is no data in ${varDir} yet.`);
  const copy = makeWorkFolder(varDir, 'copy');
  try {
    const { bavail, bsize } = statfsSync(copy);
    if (bavail * bsize < statSync(file).size) {
      throw new CommandFailed(`The disk of ${varDir} has too little room for a copy of the database.`);
    }
    await withEmbedded({ varDir, name }, (env) => copyEmbedded(steps, copy, env));
    await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * Copies the embedded database of this copy's data folder into a working folder.
 *
 * @param {ReturnType<import('./steps.mjs').createSteps>} steps
 * @param {string} work
 * @param {Record<string, string>} [env] names its server, if one runs
 */
export function copyEmbedded({ varDir, run }, work, env) {
  return run(['copy', work, '--database', join(varDir, 'database')], env);
}

/**
 * Lets `make` write an archive into a temporary folder and moves it into place when it is complete.
 *
 * @param {ReturnType<import('./steps.mjs').createSteps>} steps
 * @param {string} file
 * @param {(take: string[], work: string) => Promise<void>} make `take`: arguments of the step that writes it, to be
 *   completed; `work`: the temporary folder
 */
export async function writeArchive(steps, file, make) {
  const folder = dirname(file);
  const work = makeWorkFolder(folder, basename(file));
  const { version } = JSON.parse(readFileSync(join(steps.root, 'package.json'), 'utf8'));
  try {
    await make(['take', work, '--version', version], work);
    if (steps.isInterrupted()) throw new CommandFailed('Interrupted. Nothing was changed.');
    renameSync(join(work, 'archive.zip'), file);
    syncFolder(folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
