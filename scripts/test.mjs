import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup.mjs';

/** Tests that make films and drive browsers and commands; the others run beside them and take about as long. */
const BESIDE = /^test\/(?:browser|crash|scripts|jobs)\//;

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

/** In two runs side by side; what the second says follows when both have ended. */
async function testAll() {
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `test/${name}`)
    .sort();
  const beside = files.filter((file) => BESIDE.test(file));
  const others = files.filter((file) => !BESIDE.test(file));
  console.log(
    `Testing ${others.length} files, and ${beside.length} that make films and drive browsers and commands beside them ...`,
  );
  const runs = await Promise.all([mocha(others, true), mocha(beside, false)]);
  for (const { said } of runs) process.stdout.write(said);
  return Math.max(...runs.map(({ code }) => code));
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
