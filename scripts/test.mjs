import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.mjs';

/**
 * Each group runs in a process of its own, beside the others, so that a group that waits leaves the processor to the rest. All take
 * about as long. The last group takes every file that no other does.
 */
const GROUPS = [
  { what: 'that call the API', files: /^test\/api\// },
  { what: 'that drive browsers and commands', files: /^test\/(?:browser|crash|scripts)\// },
  { what: 'that make films, and the rest', files: /./ },
];

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const started = Date.now();

setUp({ tests: true });
const { build } = await import('./build.mjs');
console.log('Building ...');
await build({ root: ROOT });

const named = process.argv.slice(2);
process.exitCode = named.length > 0 ? await testNamed() : await testAll();
console.log(`Took ${Math.round((Date.now() - started) / 1000)} s.`);

async function testNamed() {
  console.log(`Testing ${named.join(', ')} ...`);
  return (await mocha(named, true)).code;
}

/** All groups side by side; what the second and the third say follows when all have ended. */
async function testAll() {
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `test/${name}`)
    .sort();
  const groups = GROUPS.map(({ what }, index) => ({ what, files: files.filter((file) => groupOf(file) === index) }));
  console.log(`Testing ${groups.map((group) => `${group.files.length} files ${group.what}`).join('; ')} ...`);
  const runs = await Promise.all(groups.map((group, index) => mocha(group.files, index === 0)));
  for (const { said } of runs) process.stdout.write(said);
  return Math.max(...runs.map(({ code }) => code));
}

/** @param {string} file */
function groupOf(file) {
  return GROUPS.findIndex((group) => group.files.test(file));
}

/**
 * @param {string[]} args
 * @param {boolean} isLive what it says is shown as it comes, not at its end
 * @returns {Promise<{ code: number, said: Buffer }>} the exit code, and what was not shown
 */
function mocha(args, isLive) {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/mocha/bin/mocha.js'), ...args], {
    cwd: ROOT,
    stdio: ['inherit', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => said.push(part));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? 1, said: Buffer.concat(said) }));
  });
}
