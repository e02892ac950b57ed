import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailed } from '../run/command-failed.mjs';
import { finishRestore } from '../run/finish-restore.mjs';
import { lockFolder } from '../run/lock.mjs';
import { holdsMongods, requireMongod } from '../run/own-database.mjs';
import { runsWords, withServerOn } from '../run/with-database.mjs';
import { syncFolder } from './steps.mjs';

/**
 * Restores a backup: unpacks it next to the data, verifies every checksum, and then replaces the data by renaming.
 * Replaced data is kept.
 *
 * @param {ReturnType<import('./steps.mjs').createSteps>} steps
 * @param {string} file
 * @param {{ replace?: boolean }} options `replace`: also when there is data
 */
export async function restoreBackup(steps, file, { replace = false }) {
  const { varDir } = steps;
  const lock = await lockFolder(varDir, 'npm run restore');
  if ('takenBy' in lock) throw new CommandFailed(runsWords(lock.takenBy, varDir));
  try {
    for (const name of readdirSync(varDir)) {
      if (name.startsWith('restoring-')) rmSync(join(varDir, name), { recursive: true, force: true });
    }
    if (!replace) requireEmpty(varDir, steps.kind());
    if (steps.kind() === 'configured') {
      console.log('Stop every web and worker process that uses this database first. This command can’t see them.');
    }
    const into = mkdtempSync(join(varDir, 'restoring-'));
    try {
      await prepare(steps, file, into, replace);
    } catch (error) {
      rmSync(into, { recursive: true, force: true });
      throw error;
    }
    await commit(steps, file, into);
  } finally {
    lock.release();
  }
}

function requireEmpty(varDir, kind) {
  const names = kind === 'configured' ? [] : ['database', 'mongod'];
  if (process.env.STORAGE !== 's3') names.push('files');
  const full = names.find((name) => contentOf(join(varDir, name)).length > 0);
  if (!full) return;
  throw new CommandFailed(
    `There is data in ${join(varDir, full)}. Add --replace to restore anyway: the old data is kept. Or set VAR_DIR to another folder.`,
  );
}

function contentOf(folder) {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}

/** Everything that can fail, before anything is changed. */
async function prepare({ root, varDir, kind, run }, file, into, replace) {
  await run(['unpack', file, '--into', into, ...(replace ? ['--replace'] : [])]);
  const { database } = readNote(into);
  if (kind() === 'configured') return;
  if (database === 'embedded' && holdsMongods(varDir)) {
    throw new CommandFailed(
      `This is a backup of the embedded database, and npm start uses the data of a mongod in ${join(varDir, 'mongod')}. Move that folder away first.`,
    );
  }
  // A dump goes into the database that the next start uses.
  const used = database === 'embedded' ? database : kind();
  if (used === 'mongod') requireMongod(varDir);
  await withServerOn({ root, folder: into, kind: used }, async (uri) => {
    const env = { MONGODB_URI: uri };
    if (database === 'dump') return run(['load', into, '--kept', 'replaced-none'], env);
    await run(['check'], env);
    // Else the next clean-up would delete files that only the replaced data names.
    return run(['restored'], env);
  });
  rmSync(join(into, 'dump'), { recursive: true, force: true });
}

async function commit({ varDir, kind, run }, file, into) {
  const note = readNote(into);
  const kept = `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  if (process.env.STORAGE === 's3' && note.hasFiles) await run(['put', file]);
  if (kind() === 'configured') {
    await run(['load', into, '--kept', kept]);
    rmSync(join(into, 'dump'), { recursive: true, force: true });
  }
  writeFileSync(join(into, 'restore.json'), JSON.stringify({ ...note, kept }));
  syncFolder(into);
  renameSync(into, join(varDir, 'restoring'));
  const isKept = finishRestore(varDir);
  console.log(`Restored: the backup of ${note.createdAt}, made by version ${note.version}.`);
  if (isKept) console.log(`The replaced data is in ${join(varDir, kept)}. Delete it when everything works.`);
  if (kind() === 'configured') console.log(`Replaced collections are now ${kept}.NAME.`);
}

function readNote(into) {
  return JSON.parse(readFileSync(join(into, 'restore.json'), 'utf8'));
}
