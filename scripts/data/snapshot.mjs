import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDiskFull, writeIfRoom } from '../run/full-disk.mjs';
import { requireMongod } from '../run/own-database.mjs';
import { withServerOn } from '../run/with-database.mjs';
import { copyEmbedded, writeArchive } from './backup.mjs';
import { createSteps } from './steps.mjs';

const KEPT = 3;
const NOTE = 'version.json';
/** The copy and its archive exist at the same time. */
const ROOM = 2.5;

/**
 * Copies the database before a new version changes it, to `snapshots/VERSION-TIME.zip` in the data folder, for `npm run
 * restore`. Keeps the last three. Skipped when the disk is too full.
 *
 * @param {{ root: string, varDir: string, mongodbUri?: string, say?: (words: string) => void }} options a configured
 *   database is not copied
 */
export async function snapshotAtNewVersion({ root, varDir, mongodbUri, say = console.log }) {
  if (mongodbUri) return;
  const now = versionOf(root);
  const before = readNote(varDir);
  if (before === now) return;
  const steps = createSteps({ root, varDir });
  const data = join(varDir, steps.kind() === 'mongod' ? 'mongod' : 'database');
  const size = sizeOf(data);
  if (size > 0) {
    if (steps.kind() === 'mongod') requireMongod(varDir);
    say('A new version: copying the database first ...');
    try {
      await write(steps, size, before);
    } catch (error) {
      if (error.message) say(error.message);
      say('The database was not copied; starting without a copy from the previous version.');
      if (steps.isInterrupted()) return;
    }
  }
  writeIfRoom(() => writeNote(varDir, now));
}

async function write(steps, size, before) {
  const { root, varDir, kind, run } = steps;
  const { bavail, bsize } = statfsSync(varDir);
  if (bavail * bsize < size * ROOM) throw new Error('The disk has too little room for a copy of the database.');
  const folder = join(varDir, 'snapshots');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) if (name.startsWith('.')) rmSync(join(folder, name), { recursive: true });
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  await writeArchive(steps, join(folder, `${before ?? 'earlier'}-${time}.zip`), async (take, work) => {
    const args = [...take, '--no-files'];
    if (kind() === 'embedded') {
      await copyEmbedded(steps, work);
      return run([...args, '--copy', work]);
    }
    return withServerOn({ root, folder: varDir }, (uri) => run(args, { MONGODB_URI: uri }));
  }).catch((error) => {
    throw isDiskFull(error) ? new Error('The disk has too little room for a copy of the database.') : error;
  });
  const archives = readdirSync(folder).filter((name) => name.endsWith('.zip'));
  const age = (name) => statSync(join(folder, name)).mtimeMs;
  for (const name of archives.sort((a, b) => age(b) - age(a)).slice(KEPT)) rmSync(join(folder, name));
}

/** Release and build: two commits of a release may store different data. */
function versionOf(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return `${version}-${readFileSync(join(root, 'dist/.stamp'), 'utf8').slice(0, 8)}`;
}

function readNote(varDir) {
  try {
    return JSON.parse(readFileSync(join(varDir, NOTE), 'utf8')).version;
  } catch {
    return null;
  }
}

function writeNote(varDir, version) {
  mkdirSync(varDir, { recursive: true });
  writeFileSync(join(varDir, `${NOTE}.new`), JSON.stringify({ version }), { mode: 0o600 });
  renameSync(join(varDir, `${NOTE}.new`), join(varDir, NOTE));
}

/** Size of the files in a folder; 0 when it does not exist. */
function sizeOf(folder) {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
