import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { removeFolder } from '../../scripts/run/remove-folder.mjs';
import { bundlePrograms, type PROGRAMS } from '../../scripts/test-programs.mjs';
import { endAtExit, removeAtExit } from './at-exit.ts';
import { tempFolder } from './temp-folder.ts';

export type Program = keyof typeof PROGRAMS;

/** Where `npm test` has bundled all programs; in a run of named files each is bundled when it is needed. */
const SHARED = process.env.TEST_PROGRAMS;
const OUT = SHARED ?? join('node_modules', '.cache', `test-processes-${process.pid}`);

const built = new Map<Program, Promise<void>>();
if (!SHARED) removeAtExit(() => removeFolder(OUT));

/** Where the bundle of a program is. */
export async function pathOf(program: Program): Promise<string> {
  const building = built.get(program) ?? (SHARED ? Promise.resolve() : bundlePrograms([program], OUT));
  built.set(program, building);
  await building;
  return join(OUT, `${program}.mjs`);
}

interface StartOptions {
  args?: string[];
  /** Besides this process's own. */
  env?: Record<string, string>;
}

/** Starts a program; its standard output is a pipe that the caller has to read. It ends with this process. */
export async function startProgram(program: Program, { args = [], env = {} }: StartOptions = {}) {
  const path = await pathOf(program);
  const child = spawn(process.execPath, ['--enable-source-maps', path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  return endingWithThis(child);
}

/** Starts a program that exchanges messages with this process. It ends with this process. */
export async function startTalkingProgram(program: Program): Promise<ChildProcess> {
  return endingWithThis(fork(await pathOf(program), { execArgv: ['--enable-source-maps'] }));
}

/** Kills a process when this one exits, so that none is left by a run that is stopped. */
export function endingWithThis<T extends ChildProcess>(child: T): T {
  child.once(
    'exit',
    endAtExit(() => child.kill('SIGKILL')),
  );
  return child;
}

/** Reads what a program says until `find` makes something of a line. Throws where the program ends before. */
export async function saidBy<T>(child: ChildProcess, find: (line: string) => T | null): Promise<T> {
  if (!child.stdout) throw new Error('Its output is not a pipe');
  for await (const line of createInterface({ input: child.stdout })) {
    const found = find(line);
    if (found === null) continue;
    child.stdout.resume();
    return found;
  }
  throw new Error('The process ended before it was ready');
}

export interface OtherProcess {
  origin: string;
  child: ChildProcess;
}

/** Starts a server in a process of its own, and waits until it says where it listens. */
export async function startServerProcess(
  program: 'web' | 'uploads',
  env: Record<string, string>,
): Promise<OtherProcess> {
  // A process that is killed removes nothing.
  const child = await startProgram(program, { env: { ...env, TMPDIR: await tempFolder() } });
  return { origin: await saidBy(child, (line) => line), child };
}

/** Kills a process and waits until it is gone. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
