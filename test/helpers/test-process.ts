import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build, type Plugin } from 'esbuild';

/** Programs that tests start in a process of their own, by name; `small-worker` encodes small pictures. */
const PROGRAMS = {
  worker: 'test/helpers/worker-process.ts',
  'small-worker': 'test/helpers/worker-process.ts',
  web: 'test/helpers/web-process.ts',
  uploads: 'test/helpers/upload-process.ts',
  queue: 'test/helpers/queue-worker.ts',
  database: 'src/embedded-mongo/main.ts',
};
export type Program = keyof typeof PROGRAMS;

/** Below `node_modules`, where the bundles find the packages that they leave out. */
const OUT = join('node_modules', '.cache', `test-processes-${process.pid}`);

const SMALL_PICTURES = resolve('test/helpers/small-pictures.ts');
const withSmallPictures: Plugin = {
  name: 'small-pictures',
  setup({ onResolve }) {
    onResolve({ filter: /\/segment-format\.ts$/ }, ({ importer }) =>
      importer === SMALL_PICTURES ? null : { path: SMALL_PICTURES },
    );
  },
};

const built = new Map<Program, Promise<unknown>>();
process.once('exit', () => rmSync(OUT, { recursive: true, force: true }));

/** Bundles a program once a run, as a bundle starts in half the time that the sources take. */
function bundled(program: Program): Promise<unknown> {
  const known = built.get(program);
  if (known) return known;
  const building = build({
    entryPoints: { [program]: PROGRAMS[program] },
    outdir: OUT,
    plugins: program === 'small-worker' ? [withSmallPictures] : [],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    jsx: 'automatic',
    outExtension: { '.js': '.mjs' },
    // Collected queries are identified by the sources in their stacks.
    sourcemap: true,
    logLevel: 'warning',
  });
  built.set(program, building);
  return building;
}

interface StartOptions {
  args?: string[];
  /** Besides this process's own. */
  env?: Record<string, string>;
}

/** Starts a program; its standard output is a pipe that the caller has to read. It ends with this process. */
export async function startProgram(program: Program, { args = [], env = {} }: StartOptions = {}) {
  await bundled(program);
  const child = spawn(process.execPath, ['--enable-source-maps', join(OUT, `${program}.mjs`), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
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
  const child = await startProgram(program, { env });
  return { origin: await saidBy(child, (line) => line), child };
}

/** Kills a process and waits until it is gone. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
