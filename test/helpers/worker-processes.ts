import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../../src/platform/config.ts';
import { type Program, startTalkingProgram } from './test-process.ts';

/** The environment of the worker to be started; `null` only ends the one that runs. */
export interface WorkerOrder {
  env: Record<string, string> | null;
}

/** The worker kills itself at its next such command to the database. */
export interface DeathOrder {
  dieAt: { command: string; collection: string; when: 'before' | 'after' };
}

export interface WorkerProcess {
  /** Lets it stand still. */
  pause(): void;
  resume(): void;
  /** Ends the worker as an operator does; resolves when it is gone. */
  end(): Promise<void>;
  /** Lets it die on its own at a command to the database. */
  dieAt(where: DeathOrder['dieAt']): Promise<void>;
  /** Kills it at once, as a crash does. */
  kill(): void;
  /** Resolves when it has died. */
  readonly dead: Promise<unknown>;
}

/** Resolve when a process has exited; it runs one worker after another, and is listened to once. */
const deaths = new WeakMap<ChildProcess, Promise<unknown>>();

/** Processes whose worker has ended, for the next one. */
const idle = new Map<Program, ChildProcess[]>();

/**
 * Starts a worker in a process of its own beside a web process, on the same database and folder.
 * @param hasFullPictures whether it encodes pictures as the product does
 */
export async function startWorkerProcess(config: Config, hasFullPictures = false): Promise<WorkerProcess> {
  const program: Program = hasFullPictures ? 'worker' : 'small-worker';
  const child = idle.get(program)?.pop() ?? (await startTalkingProgram(program));
  const dead = deaths.get(child) ?? once(child, 'exit');
  deaths.set(child, dead);
  await order(child, {
    env: {
      DISK_RESERVE: '64MB',
      NODE_ENV: 'test',
      // Tools are looked for where this process looks now, not where it did when the other one started.
      PATH: process.env.PATH ?? '',
      MONGODB_URI: config.mongodbUri ?? '',
      VAR_DIR: config.varDir,
      APP_ORIGIN: config.appOrigin,
      SUPPORT_EMAIL: config.supportEmail ?? '',
      ...(config.smtpUrl !== null && { SMTP_URL: config.smtpUrl }),
      TRANSCRIBE_URL: config.transcribe?.url ?? '',
      TRANSCRIBE_KEY: config.transcribe?.key ?? '',
    },
  });
  return {
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async end() {
      child.kill('SIGCONT');
      await order(child, { env: null });
      idle.set(program, [...(idle.get(program) ?? []), child]);
    },
    dieAt: (where) => order(child, { dieAt: where }),
    kill: () => void child.kill('SIGKILL'),
    dead,
  };
}

/** Ends the processes that wait for another worker; called by the root hooks. */
export async function endWorkerProcesses(): Promise<void> {
  const children = [...idle.values()].flat();
  idle.clear();
  for (const child of children) {
    const ended = once(child, 'exit');
    hold(child);
    child.disconnect();
    await ended;
  }
}

/** Throws where the process ends before it has done so. */
async function order(child: ChildProcess, what: WorkerOrder | DeathOrder): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`The worker process ended (${code})`);
  });
  hold(child);
  try {
    child.send(what);
    await Promise.race([once(child, 'message', { signal }), ended]);
  } finally {
    over.abort();
    await ended.catch(() => {});
    release(child);
  }
}

/** Keeps this process from ending before the child has answered. */
function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

/** A test file may have modules that no root hook knows: its workers must not keep the run from ending, and end with it. */
function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
