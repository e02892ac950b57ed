import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{ title: string, error: string | null }} Outcome of one test; skipped tests are left out. */

/** The address of another database on the same server. */
function databaseOn(uri, name) {
  const url = new URL(uri);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Runs mongoose's tests by the mocha of its checkout. Those of client-side encryption need a library of MongoDB's.
 *
 * @param {string} folder checkout with its packages installed
 * @param {string} uri
 * @returns {Promise<Outcome[]>}
 */
export async function runMongoose(folder, uri) {
  const temp = mkdtempSync(join(tmpdir(), 'conformance-'));
  const output = join(temp, 'mocha.json');
  const mocha = ['node_modules/mocha/bin/mocha.js', '--no-config', '--exit', '--timeout', '15000'];
  const reporter = ['--reporter', 'json', '--reporter-option', `output=${output}`];
  const files = ['--ignore', 'test/encryption/**/*.test.js', 'test/**/*.test.js'];
  const flags = ['--disable-warning=MONGOOSE'];
  try {
    await run([...flags, ...mocha, ...reporter, ...files], folder, {
      MONGOOSE_TEST_URI: databaseOn(uri, 'mongoose_test'),
    });
    const { passes, failures } = JSON.parse(readFileSync(output, 'utf8'));
    return [
      ...passes.map(({ fullTitle }) => ({ title: fullTitle, error: null })),
      ...failures.map(({ fullTitle, err }) => ({ title: fullTitle, error: err.message || String(err.stack) })),
    ];
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

/**
 * Runs connect-mongo's tests by the ava of its checkout, on a copy: its sources name the server's address.
 *
 * @param {string} folder checkout with its packages installed
 * @param {string} uri
 * @returns {Promise<Outcome[]>}
 */
export async function runConnectMongo(folder, uri) {
  const temp = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    for (const name of ['src', 'test-fixtures', 'package.json', 'tsconfig.json', 'ava.config.mjs']) {
      cpSync(join(folder, name), join(temp, name), { recursive: true });
    }
    symlinkSync(join(folder, 'node_modules'), join(temp, 'node_modules'));
    for (const name of readdirSync(join(temp, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const path = join(temp, 'src', name);
      const address = uri.replace(/\/$/, '');
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('mongodb://root:example@127.0.0.1:27017', address));
    }
    mkdirSync(join(temp, 'build'));
    const said = await run(['node_modules/ava/entrypoints/cli.mjs', '--tap', '--serial'], temp, { MONGO_URL: uri });
    return readTap(said);
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

/** What the Test Anything Protocol says: one line a test, and behind a failed one its message. */
function readTap(text) {
  const outcomes = [];
  for (const block of text.split(/^(?=(?:not )?ok \d+)/m)) {
    const [, not, title] = /^(not )?ok \d+ - (.*)/.exec(block) ?? [];
    if (title === undefined || /# SKIP/i.test(title)) continue;
    const message = /^ +message: (.*)/m.exec(block)?.[1] ?? block.split('\n').slice(1, 8).join(' ').trim();
    outcomes.push({ title, error: not ? message : null });
  }
  return outcomes;
}

/** Runs node in a folder; what it says, whatever its exit code. */
function run(args, cwd, env) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    said += part;
  });
  return new Promise((resolve) => child.once('close', () => resolve(said)));
}
