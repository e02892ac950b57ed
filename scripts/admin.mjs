import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandFailed } from './run/command-failed.mjs';
import { loadEnvironment, varDirOf } from './run/options.mjs';
import { checkNode } from './run/packages.mjs';
import { withDatabase } from './run/with-database.mjs';
import { setUp } from './setup.mjs';

// Lists and changes admins and editors in this copy's database, whether the app runs or not. src/admin.ts parses the
// arguments.

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BUNDLE = join(ROOT, 'dist/admin.js');

// Files are readable by this user only.
process.umask(0o077);
checkNode();
loadEnvironment(ROOT);
// Skip the set-up in images, where everything is installed and the user may not install packages.
if (!existsSync(join(ROOT, 'node_modules'))) setUp();
await buildOnce();
const args = process.argv.slice(2);
const varDir = varDirOf(ROOT);

if (process.env.MONGODB_URI || args.length === 0 || args.includes('--help') || args.includes('-h')) {
  process.exitCode = await run({});
} else if (!existsSync(varDir)) {
  fail(`There is no data in ${varDir} yet. Run npm start and create the account first.`);
} else {
  try {
    process.exitCode = await withDatabase({ root: ROOT, varDir, name: 'npm run admin' }, (uri) =>
      run({ MONGODB_URI: uri }),
    );
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    fail(error.message);
  }
}

/** Not when a bundle exists: running processes still read it. */
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
