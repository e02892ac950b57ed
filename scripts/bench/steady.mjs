/**
 * Whether tests pass on a busy machine: `node scripts/bench/steady.mjs [--runs 20] [--loops 2] FILE...` runs each file so
 * many times beside so many busy loops. Prints what failed, and for each file how many runs passed and the seconds they
 * took; exits with 0 only when all passed.
 */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../build.mjs';
import { bundleRun } from '../test-run/bundles.mjs';
import { runFiles } from '../test-run/mocha.mjs';

const ROOT = dirname(dirname(import.meta.dirname));
/** It ends with this process, also when that is killed. */
const BUSY = 'setInterval(() => process.ppid === 1 && process.exit()); for (;;) await new Promise(setImmediate);';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '20' }, loops: { type: 'string', default: '2' } },
});
if (positionals.length === 0) {
  console.error('Name test files, such as test/browser/story.test.ts');
  process.exit(2);
}
process.chdir(ROOT);
await build({ root: ROOT });
const { env, testFiles } = await bundleRun(ROOT, positionals);
const loops = Array.from({ length: Number(values.loops) }, () =>
  spawn(process.execPath, ['--input-type=module', '--eval', BUSY], { stdio: 'ignore' }),
);
process.once('exit', () => {
  for (const loop of loops) loop.kill('SIGKILL');
});

const runs = Number(values.runs);
let isSteady = true;
for (const testFile of testFiles) {
  const seconds = [];
  let good = 0;
  for (let run = 1; run <= runs; run++) {
    const outcome = await runFiles([testFile], { cwd: ROOT, env });
    seconds.push(outcome.seconds);
    if (outcome.failures.length === 0 && outcome.passed > 0) good += 1;
    for (const { title, message } of outcome.failures) console.log(`  run ${run}: ${title}\n    ${message}`);
  }
  console.log(`${good} of ${runs} passed: ${testFile.file}, ${Math.min(...seconds)} to ${Math.max(...seconds)} s`);
  isSteady &&= good === runs;
}
process.exit(isSteady ? 0 : 1);
