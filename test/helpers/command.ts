import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endAtExit } from './at-exit.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A command of `scripts` that runs, with everything it said so far. */
export interface Command {
  child: ChildProcess;
  pid: number;
  /** Standard output and errors together. */
  said(): string;
  /** Resolves once it has said this; fails when it ends before. */
  says(words: string): Promise<void>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
}

const running = new Set<ChildProcess>();
endAtExit(killCommands);

/** Kills what a failed test has left running, as it would keep the run from ending; called by the root hooks. */
export function killCommands(): void {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * Starts `node scripts/NAME ARGS...` with a data folder of its own and none of this machine's vendors.
 * @param more variables beside, or instead of, this process's own
 */
export function runCommand(script: string, args: string[], varDir: string, more: Record<string, string> = {}): Command {
  return runProgram(process.execPath, [join(ROOT, 'scripts', script), ...args], varDir, more);
}

/** Starts any program in the same way. */
export function runProgram(
  program: string,
  args: string[],
  varDir: string,
  more: Record<string, string> = {},
): Command {
  const { MONGODB_URI: _uri, PORT: _port, APP_ORIGIN: _origin, INIT_CWD: _cwd, ...env } = process.env;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...env, NODE_ENV: 'development', LOG_LEVEL: 'warn', VAR_DIR: varDir, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      child.emit('said');
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | NodeJS.Signals | null;
  });
  return {
    child,
    pid: child.pid ?? 0,
    said: () => text,
    async says(words) {
      const over = ended.then((code) => {
        if (!text.includes(words)) throw new Error(`It ended (${code}) without “${words}”:\n${text}`);
      });
      while (!text.includes(words)) await Promise.race([once(child, 'said'), over]);
    },
    ended,
  };
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
