import { runFiles } from './mocha.mjs';
import { report } from './report.mjs';

/** A run with more failed files than this is broken, not disturbed: they get no second try. */
const SECOND_TRIES = 5;

/**
 * Runs groups of test files, several at a time; files that failed beside others are tested again, each alone. Says what
 * a group said when it has ended, and all that failed at the very end.
 *
 * @param {{ what: string, files: import('./mocha.mjs').TestFile[] }[]} groups the longest first
 * @param {import('./mocha.mjs').Place & { atOnce: number, write(text: string | Buffer): void }} options
 * @returns {Promise<boolean>} whether each test passed, beside others or alone; throws the reason of `signal`
 */
export async function runGroups(groups, { atOnce, write, ...place }) {
  const waiting = groups.filter(({ files }) => files.length > 0);
  /** @type {(import('./mocha.mjs').Outcome & { what: string })[]} */
  const done = [];
  const takeTurns = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const outcome = await runFiles(group.files, place);
      write(`\n${group.files.length} files ${group.what}, in ${outcome.seconds} s:\n`);
      write(outcome.said);
      done.push({ ...outcome, what: group.what });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));

  const failures = done.flatMap((outcome) => outcome.failures);
  const alone = await tryAlone(failedFiles(groups, failures), place, write);
  const lasting = [
    ...failures.filter(({ file }) => file === null || !alone.has(file)),
    ...[...alone.values()].flatMap((outcome) => outcome.failures),
  ];
  write(report({ done, failures, alone, lasting }));
  return lasting.length === 0;
}

/** @returns {import('./mocha.mjs').TestFile[]} */
function failedFiles(groups, failures) {
  const names = new Set(failures.map(({ file }) => file));
  return groups.flatMap(({ files }) => files).filter(({ file }) => names.has(file));
}

/** @returns {Promise<Map<string, import('./mocha.mjs').Outcome>>} by file; empty where too many failed */
async function tryAlone(files, place, write) {
  const outcomes = new Map();
  if (files.length > SECOND_TRIES) return outcomes;
  for (const testFile of files) {
    write(`\nAgain, alone: ${testFile.file}\n`);
    const outcome = await runFiles([testFile], place);
    write(outcome.said);
    outcomes.set(testFile.file, outcome);
  }
  return outcomes;
}
