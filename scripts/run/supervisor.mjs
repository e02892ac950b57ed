import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A process that ends this soon after its start counts as failing. */
const QUICK = 3000;
const MAX_QUICK = 5;

/**
 * Runs processes, starts one again that dies, and ends all of them in the reverse order of their start.
 *
 * @param {{ onGiveUp: (name: string) => void }} options called when a process keeps dying right after its start
 */
export function createSupervisor({ onGiveUp }) {
  /** @type {{ name: string, child: import('node:child_process').ChildProcess, ended: Promise<void> }[]} */
  const running = [];
  let stopping = false;

  /**
   * Starts a process and keeps it alive.
   *
   * @param {string} name
   * @param {string[]} args of node
   * @param {{ env?: Record<string, string | undefined>, command?: string, onLine?: (line: string) => boolean }} [options]
   *   `onLine` sees each line of standard output and answers whether it was for it alone
   */
  function keep(name, args, { env = {}, command = process.execPath, onLine } = {}) {
    let quick = 0;
    const entry = { name, child: null, ended: Promise.resolve(), startAgain: null };
    const start = () => {
      const startedAt = Date.now();
      // A group of its own, so that Ctrl-C reaches the supervisor alone and processes end in order.
      const child = spawn(command, args, {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      });
      entry.child = child;
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!onLine?.(line)) console.log(line);
      });
      entry.ended = new Promise((resolve) => {
        child.once('error', (error) => {
          console.error(`${name} could not be started: ${error.message}`);
          resolve();
        });
        child.once('exit', (code, signal) => {
          resolve();
          if (stopping || entry.child !== child) return;
          quick = Date.now() - startedAt < QUICK ? quick + 1 : 0;
          if (quick >= MAX_QUICK) {
            entry.startAgain = start;
            return onGiveUp(name);
          }
          console.error(`${name} ended (${signal ?? `code ${code}`}); starting it again.`);
          setTimeout(() => !stopping && start(), quick * 500);
        });
      });
    };
    start();
    running.push(entry);
    return entry;
  }

  /** Ends all, newest first; what does not end within ten seconds is killed. */
  async function stop() {
    stopping = true;
    for (const { child, ended } of running.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(timer);
    }
  }

  /** Ends one process and lets it start again, for a new build; one that was given up gets another chance. */
  async function restart(entry) {
    const again = entry.startAgain;
    entry.startAgain = null;
    if (again) return again();
    entry.child.kill('SIGTERM');
    await entry.ended;
  }

  return { keep, stop, restart };
}
