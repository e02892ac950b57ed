import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestSnapshot } from './run/database.mjs';
import { fullDiskWords, isDiskFull, isTooFullToBegin } from './run/full-disk.mjs';
import { requireFolder } from './run/lock.mjs';
import { readOptions } from './run/options.mjs';
import { checkNode } from './run/packages.mjs';
import { watchNpm } from './run/parent.mjs';
import { requirePort } from './run/port.mjs';
import { setUp } from './setup.mjs';

// Installs what is missing, builds, and runs database, web and worker until Ctrl-C.

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

// Ignore write errors of a log file on a full disk.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// Exceeding the file size limit (`ulimit -f`) becomes a write error, as on a full disk.
process.on('SIGXFSZ', () => {});
checkNode();
const options = readOptions(ROOT);
setUp();
// Files are readable by this user only.
process.umask(0o077);
const folder = await requireFolder(options).catch(giveUpFull);
if (!options.mongodbUri && !existsSync(join(options.varDir, 'database')) && isTooFullToBegin(options.varDir)) {
  console.error(fullDiskWords(options.varDir));
  process.exit(1);
}
await requirePort(options.port, options.host);

// Import packages only after they have been installed.
const { build } = await import('./build.mjs');
const { createApp } = await import('./run/app.mjs');
const { snapshotAtNewVersion } = await import('./data/snapshot.mjs');
const { seedDemo } = await import('./seed.mjs');

const seeding = new AbortController();
const app = createApp({ root: ROOT, ...options, onGiveUp: giveUp, onPids: folder.notePids });
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
watchNpm(() => stop(0));

console.log('Building ...');
try {
  await build({ root: ROOT });
  if (!stopping) await snapshotAtNewVersion({ root: ROOT, ...options });
  if (stopping || !(await app.start())) await new Promise(() => {});
} catch (error) {
  console.error(isDiskFull(error) ? fullDiskWords(ROOT) : error.message);
  await stop(1);
}

console.log(`\nVidDay runs on ${app.database}.\n\n  ${options.origin}\n\nCtrl-C stops everything and loses nothing.`);
if (options.seed) await seed();

async function seed() {
  const { origin: url, varDir } = options;
  try {
    const onStep = (words) => console.log(words);
    const demo = await seedDemo({ url, varDir, onStep, signal: seeding.signal });
    console.log(
      [
        '',
        'A demo gift is there to look at:',
        `  studio     ${demo.studioUrl}   (log in as ${demo.email}, password ${demo.password})`,
        `  add a clip ${demo.contributeUrl}   (in another browser, or logged out)`,
        `  recipient  ${demo.recipientUrl}`,
        `  film       ${demo.viewUrl}`,
        `  mails sent ${url}/sandbox/mail`,
        '',
      ].join('\n'),
    );
  } catch (error) {
    // The app works without the demo; the next start tries again.
    if (!stopping) console.error(`The demo gift could not be made: ${error.message}`);
  }
}

async function stop(code) {
  if (stopping) return new Promise(() => {});
  stopping = true;
  console.log('\nStopping ...');
  seeding.abort();
  await app.stop();
  folder.release();
  process.exit(code);
}

function giveUp(name) {
  const copy = name === 'database' && newestSnapshot(options.varDir);
  const advice = copy ? ` The latest snapshot of the database before an upgrade is ${copy}` : '';
  if (!stopping) console.error(`${name} can’t run; see its output above.${advice}`);
  stop(1);
}

function giveUpFull(error) {
  if (!isDiskFull(error)) throw error;
  console.error(fullDiskWords(options.varDir));
  process.exit(1);
}
