import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDatabase } from './run/database-note.mjs';
import { lockFolder } from './run/lock.mjs';
import { loadEnvironment, varDirOf } from './run/options.mjs';
import { checkNode } from './run/packages.mjs';
import { setUp } from './setup.mjs';

// Tells and changes who is admin or editor, on the database of this copy, whether the app runs or not. What is asked for is
// read in src/admin.ts.

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BUNDLE = join(ROOT, 'dist/admin.js');

checkNode();
loadEnvironment(ROOT);
// Where everything is there, as in an image, nothing is looked for: whoever runs this may not install anything.
if (!existsSync(join(ROOT, 'node_modules'))) setUp();
await buildOnce();
const args = process.argv.slice(2);
const varDir = varDirOf(ROOT);

if (process.env.MONGODB_URI || args.length === 0 || args.includes('--help') || args.includes('-h')) {
  process.exitCode = await run({});
} else if (!existsSync(varDir)) {
  fail(`There is no data in ${varDir} yet. Run npm start and create the account first.`);
} else {
  await onOwnDatabase();
}

/** The database of the app that runs, or else one that is started for this command alone. */
async function onOwnDatabase() {
  const lock = await lockFolder(varDir, 'npm run admin');
  if ('takenBy' in lock) {
    const uri = readDatabase(varDir);
    if (uri) process.exitCode = await run({ MONGODB_URI: uri });
    else
      fail(`The app at ${lock.takenBy || varDir} uses a database that it was told by MONGODB_URI. Set the same here.`);
    return;
  }
  const { createSupervisor } = await import('./run/supervisor.mjs');
  const { startDatabase } = await import('./run/database.mjs');
  let isOver = false;
  const onGiveUp = () => {
    if (!isOver) fail('The database can’t run; what it said stands above.');
  };
  const supervisor = createSupervisor({ onGiveUp, onPids: lock.notePids, say: (words) => console.error(words) });
  try {
    const { uri } = await startDatabase(supervisor, { root: ROOT, varDir, configured: undefined });
    if (process.exitCode === undefined) process.exitCode = await run({ MONGODB_URI: uri });
  } finally {
    isOver = true;
    await supervisor.stop();
    lock.release();
  }
}

/** Not when it is there: the processes that run now go on reading their bundles. */
async function buildOnce() {
  if (existsSync(BUNDLE)) return;
  const { buildServer } = await import('./build/server.mjs');
  await buildServer({ root: ROOT });
}

/**
 * @param {Record<string, string>} env
 * @returns {Promise<number>} exit code
 */
function run(env) {
  const child = spawn(process.execPath, ['--enable-source-maps', BUNDLE, ...args], {
    cwd: ROOT,
    env: { ...process.env, VAR_DIR: varDir, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

function fail(words) {
  console.error(words);
  process.exitCode = 1;
}
