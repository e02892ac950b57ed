// Runs the test suites of mongoose and connect-mongo against the embedded database, or against the server of MONGODB_URI:
//
//   node scripts/conformance.mjs --mongoose DIR --connect-mongo DIR
//
// Each DIR is a checkout of that project with its packages installed, as packages of the registry come without tests. The
// tests drop databases named mongoose_test, mongoose_test_2 and testDb. What the embedded database refuses by design is
// listed, with its reason, in conformance/exclusions.json. Ends with 1 where another test fails.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildServer } from './build/server.mjs';
import { runConnectMongo, runMongoose } from './conformance/suites.mjs';
import { withServerOn } from './run/with-database.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SUITES = { mongoose: runMongoose, 'connect-mongo': runConnectMongo };
const EXCLUSIONS = JSON.parse(readFileSync(new URL('./conformance/exclusions.json', import.meta.url), 'utf8'));

const { values } = parseArgs({
  options: { mongoose: { type: 'string' }, 'connect-mongo': { type: 'string' }, verbose: { type: 'boolean' } },
});
const asked = Object.keys(SUITES).filter((name) => values[name]);
if (asked.length === 0) {
  console.error('Name a checkout: --mongoose DIR or --connect-mongo DIR');
  process.exit(2);
}

const { MONGODB_URI } = process.env;
if (MONGODB_URI) await runAll(MONGODB_URI);
else {
  await buildServer({ root: ROOT });
  const folder = mkdtempSync(join(tmpdir(), 'conformance-data-'));
  try {
    await withServerOn({ root: ROOT, folder }, runAll);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} uri */
async function runAll(uri) {
  for (const name of asked) {
    const folder = resolve(values[name]);
    if (!existsSync(join(folder, 'node_modules'))) throw new Error(`${folder} has no packages; run npm install there`);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    report(`${name} ${version}`, await SUITES[name](folder, uri), MONGODB_URI ? [] : EXCLUSIONS[name]);
  }
}

/**
 * @param {string} name
 * @param {import('./conformance/suites.mjs').Outcome[]} outcomes
 * @param {{ reason: string, tests: string[] }[]} exclusions
 */
function report(name, outcomes, exclusions) {
  const reasonOf = ({ title }) => exclusions.find(({ tests }) => tests.includes(title))?.reason;
  const passed = outcomes.filter(({ error }) => error === null);
  const broken = outcomes.filter(({ error }) => error !== null);
  const failed = broken.filter((outcome) => !reasonOf(outcome));
  console.log(
    `\n${name}: ${passed.length} passed, ${broken.length - failed.length} refused by name, ${failed.length} failed`,
  );
  for (const { reason } of exclusions) {
    const count = broken.filter((outcome) => reasonOf(outcome) === reason).length;
    console.log(`  refused ${String(count).padStart(4)}  ${reason}`);
  }
  if (values.verbose) for (const { title } of passed.filter(reasonOf)) console.log(`  passes though listed  ${title}`);
  const unlisted = failed.filter(({ error }) => error.includes('is not implemented by the embedded database'));
  if (unlisted.length > 0)
    console.log(`  of those that failed ${unlisted.length} are refused by name, but not on the list`);
  for (const { title, error } of failed) console.log(`  FAILED  ${title}\n          ${String(error).split('\n')[0]}`);
  if (failed.length > 0 || passed.length === 0) process.exitCode = 1;
}
