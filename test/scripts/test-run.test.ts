import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { runGroups } from '../../scripts/test-run/groups.mjs';
import { isAlive } from '../helpers/command.ts';
import { eventually } from '../helpers/eventually.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const PASSES = `describe('A parent', () => it('holds', () => {}));`;
const FAILS = `it('counts to three', () => {
  throw Object.assign(new Error('It was two'), { actual: [1, 2], expected: [1, 3] });
});`;
/** Fails in the first process that runs it. */
const FAILS_ONCE = `
  import { existsSync, writeFileSync } from 'node:fs';
  const note = import.meta.filename + '.run';
  it('is in time', () => {
    if (existsSync(note)) return;
    writeFileSync(note, '');
    throw new Error('Timed out');
  });`;
const STAYS = `
  import { createServer } from 'node:http';
  it('leaves a server open', () => createServer().listen(0));`;
const GOES_ON = `
  import { writeFileSync } from 'node:fs';
  it('goes on', () => {
    writeFileSync(import.meta.filename + '.pid', String(process.pid));
    return new Promise(() => setInterval(() => {}, 1000));
  });`;
const FORGETS = `
  import '${join(process.cwd(), 'scripts/test-run/rejections.cjs')}';
  it('forgets a promise', () => {
    Promise.reject(new Error('Nobody waits'));
    return new Promise(setImmediate);
  });`;
const DIES = `describe('A child', () => it('goes on', () => process.kill(process.pid, 'SIGKILL')));`;

describe('scripts/test-run', () => {
  /** Runs files, each in a group of its own, or all in one; `[whether all passed, what was said, its last lines]` */
  async function run(sources: Record<string, string>, isOneGroup = false): Promise<[boolean, string, string]> {
    const cwd = await tempFolder();
    const files = Object.keys(sources).map((name) => ({ file: `test/${name}`, path: join(cwd, `${name}.test.mjs`) }));
    await Promise.all(files.map(({ path }, at) => writeFile(path, Object.values(sources)[at] ?? '')));
    const groups = isOneGroup
      ? [{ what: 'of all', files }]
      : files.map((each) => ({ what: `of ${each.file}`, files: [each] }));
    let said = '';
    const env = { TEST_BUNDLES: '', TEST_END_PATIENCE: '300' };
    const isGood = await runGroups(groups, { cwd, env, atOnce: 2, write: (text) => (said += text) });
    return [isGood, said, said.split('\n').slice(-40).join('\n')];
  }

  it('says how long each group and its longest files took, and how many tests passed', async () => {
    const [isGood, , end] = await run({ one: PASSES, two: `${PASSES} it('waits');` });
    expect(isGood).to.equal(true);
    expect(end)
      .to.match(/\d+ s of test\/one; longest: one \d+\n/)
      .and.match(/\d+ s of test\/two; longest: two \d+\n/);
    expect(end).to.match(/2 passed, 0 failed, 1 pending\.\nAll tests passed\.\n$/);
  });

  it('tries a failed file again, alone, and tells what failed beside others', async () => {
    const [isGood, said, end] = await run({ late: FAILS_ONCE, one: PASSES });
    expect(isGood).to.equal(true);
    expect(said.match(/Again, alone: .*/g)).to.deep.equal(['Again, alone: test/late']);
    expect(end).to.include('FAILED BESIDE OTHERS, PASSED ALONE');
    expect(end).to.include('  test/late: is in time\n      Timed out\n');
    expect(end).to.match(/1 passed, 1 failed, 0 pending; 1 of the failed passed alone\.\nAll tests passed\.\n$/);
  });

  it('fails with file, title and message of what fails alone, too', async () => {
    const [isGood, , end] = await run({ late: FAILS_ONCE, wrong: `describe('A child', () => { ${FAILS} });` });
    expect(isGood).to.equal(false);
    expect(end).to.include('FAILED, ALSO ALONE:\n  test/wrong: A child counts to three\n      It was two\n');
    expect(end).to.match(/\n {6}- +2\n {6}\+ +3\n/);
    expect(end).to.include('FAILED BESIDE OTHERS, PASSED ALONE');
    expect(end).to.match(/The tests failed\.\n$/);
  });

  it('gives no second try where more than five files fail, and fits into 40 lines', async () => {
    const wrong = Array.from({ length: 6 }, (_, at) => [`wrong-${at}`, FAILS.repeat(9)] as const);
    const [isGood, said, end] = await run(Object.fromEntries(wrong), true);
    expect(isGood).to.equal(false);
    expect(said).to.not.include('Again, alone');
    expect(end)
      .to.include('s of all: 54 failed')
      .and.include('  and 34 more\n6 files failed: too many for a second try.\n');
  });

  it('counts a file in which the process dies as failed, with those after it', async () => {
    const [isGood, , end] = await run({ first: PASSES, fatal: DIES, last: PASSES }, true);
    expect(isGood).to.equal(false);
    expect(end).to.include('PASSED ALONE: look for what depends on a quiet machine:\n  test/last: the whole file\n');
    expect(end).to.include('FAILED, ALSO ALONE:\n  test/fatal: A child goes on\n      The process ended (SIGKILL)');
    expect(end).to.not.include('test/first');
  });

  it('fails where a file cannot be loaded', async () => {
    const [isGood, , end] = await run({ broken: `import './nowhere.mjs';` });
    expect(isGood).to.equal(false);
    expect(end).to.include('test/broken: the whole file').and.include('nowhere.mjs');
  });

  it('fails where something that belongs to no file fails, without a second try', async () => {
    const [isGood, said, end] = await run({ one: `${PASSES} after(() => { throw new Error('Left over'); });` });
    expect(isGood).to.equal(false);
    expect(said).to.not.include('Again, alone');
    expect(end).to.include('no file: "after all" hook').and.include('Left over');
  });

  it('fails where a promise is rejected that nothing waits for', async () => {
    const [isGood, , end] = await run({ one: PASSES, forgets: FORGETS });
    expect(isGood).to.equal(false);
    expect(end).to.include('FAILED, ALSO ALONE:\n  test/forgets: forgets a promise\n').and.include('Nobody waits');
  });

  it('ends a process that something keeps open after its last test, and says what', async () => {
    const [isGood, said, end] = await run({ one: PASSES, open: STAYS });
    expect(said).to.match(/Left open after the last test: .*TCPServerWrap/);
    expect(end).to.include('2 passed, 0 failed');
    expect(isGood).to.equal(true);
  });

  it('ends its processes when it is stopped, and starts no more', async () => {
    const cwd = await tempFolder();
    const [first, second] = ['first', 'second'].map((name) => join(cwd, `${name}.test.mjs`)) as [string, string];
    for (const path of [first, second]) await writeFile(path, GOES_ON);
    const stop = new AbortController();
    const groups = [first, second].map((path) => ({ what: 'that goes on', files: [{ file: path, path }] }));
    const env = { TEST_BUNDLES: '' };
    const run = runGroups(groups, { cwd, env, signal: stop.signal, atOnce: 1, write: () => {} });
    const stopped = run.catch((error: Error) => error.message);
    const pid = await eventually('the first test', async () =>
      Number(await readFile(`${first}.pid`, 'utf8').catch(() => '')),
    );
    stop.abort(new Error('Stopped.'));
    expect(await stopped).to.equal('Stopped.');
    await eventually('its end', async () => !isAlive(pid));
    expect(existsSync(`${second}.pid`)).to.equal(false);
  });
});
