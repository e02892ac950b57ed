import { basename } from 'node:path';

/** Many keep only the last lines of an output, so all of this fits into 40. */
const LINES = { message: 3, failures: 20 };
const WIDTH = 160;
/** How many files of a group are named with their seconds. */
const LONGEST = 3;

/**
 * The end of a whole run: seconds of each group, what failed, and the totals.
 *
 * @param {{
 *   done: (import('./mocha.mjs').Outcome & { what: string })[],
 *   failures: import('./mocha.mjs').Failure[],
 *   alone: Map<string, import('./mocha.mjs').Outcome>,
 *   lasting: import('./mocha.mjs').Failure[],
 * }} run `failures` happened beside others; `alone` are the second tries by file, and `lasting` is what failed at last
 */
export function report({ done, failures, alone, lasting }) {
  const passedAlone = failures.filter(({ file }) => file !== null && alone.get(file)?.failures.length === 0);
  const sum = (count) => done.reduce((total, outcome) => total + count(outcome), 0);
  const files = new Set(failures.flatMap(({ file }) => file ?? [])).size;
  const room = passedAlone.length > 0 && lasting.length > 0 ? LINES.failures / 2 : LINES.failures;
  const totals = [
    `${sum(({ passed }) => passed)} passed`,
    `${failures.length} failed`,
    `${sum(({ pending }) => pending)} pending`,
  ];
  const lines = [
    '',
    ...done.map(groupLine),
    ...section('FAILED BESIDE OTHERS, PASSED ALONE: look for what depends on a quiet machine', passedAlone, room),
    ...section(alone.size === 0 ? 'FAILED' : 'FAILED, ALSO ALONE', lasting, room),
    ...(files > 0 && alone.size === 0 ? [`${files} files failed: too many for a second try.`] : []),
    '',
    `${totals.join(', ')}${passedAlone.length > 0 ? `; ${passedAlone.length} of the failed passed alone` : ''}.`,
    lasting.length > 0 ? 'The tests failed.' : 'All tests passed.',
  ];
  return `${lines.join('\n')}\n`;
}

/** @param {import('./mocha.mjs').Outcome & { what: string }} group */
function groupLine({ what, seconds, failures, spent }) {
  const longest = [...spent].sort(([, one], [, other]) => other - one).slice(0, LONGEST);
  const files = longest.map(([file, ms]) => `${basename(file)} ${Math.round(ms / 1000)}`).join(', ');
  const failed = failures.length > 0 ? `: ${failures.length} failed` : '';
  return cut(`${seconds} s ${what}${failed}${files && `; longest: ${files}`}`);
}

/**
 * @param {string} title
 * @param {import('./mocha.mjs').Failure[]} failures
 * @param {number} room lines
 */
function section(title, failures, room) {
  if (failures.length === 0) return [];
  const long = failures.flatMap((failure) => [nameOf(failure), ...messageOf(failure)]);
  const lines = long.length <= room ? long : failures.map(nameOf);
  const left = lines.length - room;
  return ['', `${title}:`, ...lines.slice(0, room), ...(left > 0 ? [`  and ${left} more`] : [])];
}

function nameOf({ file, title }) {
  return cut(`  ${file ?? 'no file'}: ${title}`);
}

function messageOf({ message }) {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, LINES.message).map((line) => cut(`      ${line}`));
}

/** @param {string} line */
function cut(line) {
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line;
}
