import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchNpm } from './run/parent.mjs';
import { setUp } from './setup.mjs';
import { runGroups } from './test-run/groups.mjs';
import { secondsSince, spawnMocha } from './test-run/mocha.mjs';

/**
 * Each group runs in a process of its own, so many at a time that one that waits leaves the processors to the others. The
 * longest come first, so that the last end together. A file is in the first group that takes it.
 */
const GROUPS = [
  { what: 'that drive browsers, s to z', files: /^test\/browser\/[s-z]/ },
  { what: 'that run commands and kill processes', files: /^test\/(?:crash|scripts)\// },
  { what: 'that drive browsers, h to r', files: /^test\/browser\/[h-r]/ },
  { what: 'that make clips', files: /^test\/jobs\// },
  { what: 'that call the API, p to z', files: /^test\/api\/[p-z]/ },
  { what: 'that call the API, g to o', files: /^test\/api\/[g-o]/ },
  { what: 'that call the API, a to d', files: /^test\/api\/[a-d]/ },
  { what: 'that call the API, e and f', files: /^test\/api\/[ef]/ },
  { what: 'that drive browsers, a to g', files: /^test\/browser\// },
  { what: 'of the database', files: /^test\/embedded-mongo\// },
  { what: 'of the platform and all the rest', files: /./ },
];
const AT_ONCE = 3;

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const started = Date.now();

setUp({ tests: true });
const { build } = await import('./build.mjs');
console.log('Building ...');
await build({ root: ROOT });

const stopping = new AbortController();
const { signal } = stopping;
const stop = () => stopping.abort(new Error('Stopped.'));
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop);
watchNpm(stop);
const named = process.argv.slice(2);
try {
  const isGood = named.length > 0 ? await testNamed() : await testAll();
  console.log(`Took ${secondsSince(started)} s.`);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  if (!signal.aborted) throw error;
  console.log('Stopped.');
  process.exitCode = 1;
}

async function testNamed() {
  console.log(`Testing ${named.join(', ')} ...`);
  return (await spawnMocha(named, { cwd: ROOT, signal }, 'inherit')).code === 0;
}

async function testAll() {
  const { bundleRun } = await import('./test-run/bundles.mjs');
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `test/${name}`)
    .sort();
  const { env, testFiles } = await bundleRun(ROOT, files);
  const groups = GROUPS.map(({ what }, index) => ({
    what,
    files: testFiles.filter(({ file }) => groupOf(file) === index),
  }));
  console.log(`Testing ${files.length} files in ${groups.length} groups, ${AT_ONCE} at a time ...`);
  const write = (text) => void process.stdout.write(text);
  return runGroups(groups, { cwd: ROOT, env, signal, atOnce: AT_ONCE, write });
}

/** @param {string} file */
function groupOf(file) {
  return GROUPS.findIndex((group) => group.files.test(file));
}
