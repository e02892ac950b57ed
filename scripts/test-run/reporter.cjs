const { appendFileSync } = require('node:fs');
const { Base, Spec } = require('mocha/lib/mocha.cjs').reporters;

/** Milliseconds that a process has to end by itself after its last test; it would hold up the run forever. */
const PATIENCE = Number(process.env.TEST_END_PATIENCE ?? 10_000);

function giveUp() {
  console.error(`Left open after the last test: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit();
}

/**
 * Mocha's own report, and beside it a line of JSON for whatever happens, in the file that the option `results` names. Lines are
 * written at once: where the process dies, they say how far it came.
 */
module.exports = class extends Spec {
  constructor(runner, options) {
    super(runner, options);
    const { results } = options.reporterOption;
    const note = (line) => appendFileSync(results, `${JSON.stringify(line)}\n`);
    const about = (runnable) => ({ path: runnable.file ?? null, title: runnable.fullTitle() });
    runner.on('test', (test) => note({ is: 'begun', ...about(test) }));
    runner.on('pass', (test) => note({ is: 'passed', ...about(test) }));
    runner.on('pending', (test) => note({ is: 'pending', ...about(test) }));
    runner.on('fail', (test, error) => note({ is: 'failed', ...about(test), message: messageOf(error) }));
    const began = new Map();
    runner.on('suite', (suite) => began.set(suite, Date.now()));
    runner.on('suite end', (suite) => {
      if (!suite.parent?.root) return;
      note({ is: 'ended', path: suite.file, title: suite.title, ms: Date.now() - began.get(suite) });
    });
    runner.once('end', () => {
      note({ is: 'over' });
      setTimeout(giveUp, PATIENCE).unref();
    });
  }
};

/**
 * What was thrown, and the lines in which a comparison differs: `-` is what there was, `+` what was expected.
 *
 * @param {unknown} error anything
 */
function messageOf(error) {
  const { message, actual, expected } = Object(error);
  const said = typeof message === 'string' && message !== '' ? message : String(error);
  if (!Base.showDiff(Object(error))) return said;
  // Both are text by now: mocha has made them comparable.
  const diff = Base.generateDiff(actual, expected)
    .split('\n')
    .map((line) => line.trim());
  return [said, ...diff.filter((line) => /^[-+]/.test(line) && line !== '+ expected - actual')].join('\n');
}
