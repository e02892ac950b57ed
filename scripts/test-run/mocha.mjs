import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALLOCATION } from '../run/allocation.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const MOCHA = join(HERE, '../../node_modules/mocha/bin/mocha.js');
const REPORTER = join(HERE, 'reporter.cjs');

/**
 * @typedef {{ file: string | null, title: string, message: string }} Failure `file` is null where a failure belongs to none, such
 *   as an index that is missing
 * @typedef {{ passed: number, pending: number, failures: Failure[], spent: Map<string, number>, seconds: number,
 *   said: Buffer }} Outcome `spent` has the milliseconds of each file
 * @typedef {{ file: string, path: string }} TestFile its name in reports, and the module that mocha loads
 * @typedef {{ cwd: string, env?: Record<string, string>, signal?: AbortSignal }} Place `signal` stops what runs: it throws then,
 *   once the process has ended
 */

/**
 * Runs test files in a process of their own. Files that a process did not come to the end of have failed.
 *
 * @param {TestFile[]} files
 * @param {Place} place
 * @returns {Promise<Outcome>}
 */
export async function runFiles(files, place) {
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'test-run-'));
  const results = join(folder, 'results');
  try {
    const report = ['--reporter', REPORTER, '--reporter-option', `results=${results}`];
    const { code, said } = await spawnMocha([...report, ...files.map(({ path }) => path)], place, 'pipe');
    return { ...outcomeOf(files, linesOf(results), code, said), seconds: secondsSince(began), said };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string[]} args
 * @param {Place} place
 * @param {'inherit' | 'pipe'} output shown as it comes, or kept
 * @returns {Promise<{ code: number | string, said: Buffer }>} the exit code or the signal, and what was kept
 */
export async function spawnMocha(args, { cwd, env = {}, signal }, output) {
  signal?.throwIfAborted();
  const child = spawn(process.execPath, [MOCHA, ...args], {
    cwd,
    signal,
    // The only signal that mocha passes on to the process of its tests.
    killSignal: 'SIGINT',
    stdio: ['inherit', output, output],
    env: { ...process.env, ...ALLOCATION, ...env, NODE_ENV: 'test' },
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => said.push(part));
  return new Promise((resolve, reject) => {
    child.once('error', (error) => signal?.aborted || reject(error));
    child.once('close', (code, ended) => {
      if (signal?.aborted) reject(signal.reason);
      else resolve({ code: code ?? ended ?? 1, said: Buffer.concat(said) });
    });
  });
}

/** @param {number} time */
export function secondsSince(time) {
  return Math.round((Date.now() - time) / 1000);
}

/** @param {string} results */
function linesOf(results) {
  try {
    const lines = readFileSync(results, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line));
  } catch (error) {
    // Mocha may have ended before its first test.
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function outcomeOf(files, lines, code, said) {
  const nameOf = (path) => files.find((each) => each.path === path)?.file ?? null;
  const failures = lines
    .filter(({ is }) => is === 'failed')
    .map(({ path, title, message }) => ({ file: nameOf(path), title, message }));
  const count = (wanted) => lines.filter(({ is }) => is === wanted).length;
  const isOver = count('over') > 0;
  if (!isOver) failures.push(...unfinished(files, lines, code, said, nameOf));
  else if (code !== 0 && failures.length === 0)
    failures.push({ file: null, title: `exit code ${code}`, message: lastOf(said) });
  const spent = new Map();
  for (const { is, path, ms } of lines) {
    const file = is === 'ended' && nameOf(path);
    if (file) spent.set(file, (spent.get(file) ?? 0) + ms);
  }
  return { passed: count('passed'), pending: count('pending'), failures, spent };
}

/** What a process that died has not come to the end of: the file it was in, and those after it. */
function unfinished(files, lines, code, said, nameOf) {
  const begun = lines.findLast(({ is }) => is === 'begun');
  const ended = new Set(lines.filter(({ is }) => is === 'ended').map(({ path }) => nameOf(path)));
  const during = begun ? nameOf(begun.path) : null;
  if (during) ended.delete(during);
  const end = `The process ended (${code})`;
  return files
    .filter(({ file }) => !ended.has(file))
    .map(({ file }) =>
      file === during
        ? { file, title: begun.title, message: `${end} in or after this test: ${lastOf(said)}` }
        : { file, title: 'the whole file', message: `${end} before it was tested: ${lastOf(said)}` },
    );
}

/** @param {Buffer} said */
function lastOf(said) {
  const lines = said
    .toString()
    .split('\n')
    .map((line) => line.trim());
  return lines.filter(Boolean).slice(-3).join(' | ').slice(-300);
}
