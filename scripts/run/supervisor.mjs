import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A process that ends this soon after its start counts as failing. */
const QUICK = 3000;
const MAX_QUICK = 5;
/** A process may take this long to end before it is killed; jobs get ten seconds to stop. */
const END_WITHIN = 15_000;
const GUARD = new URL('./guard.mjs', import.meta.url).href;

/**
 * @typedef {object} Kept
 * @property {string} name
 * @property {import('node:child_process').ChildProcess} child the process that runs now
 * @property {Promise<void>} ended when that process has ended
 */

/**
 * Runs processes, starts one again that dies, and ends all of them in the reverse order of their start. They end by
 * themselves when this process has gone.
 *
 * @param {object} options
 * @param {(name: string) => void} options.onGiveUp called when a process keeps dying right after its start, and at the first
 *   failure before `settled()`
 * @param {(pids: number[]) => void} [options.onPids] called with the processes that run, at each start
 * @param {(words: string) => void} [options.say] takes what the processes say, and what becomes of them
 */
export function createSupervisor({ onGiveUp, onPids, say = (words) => console.log(words) }) {
  /** @type {Kept[]} */
  const running = [];
  let stopping = null;
  let isSettled = false;

  /**
   * Starts a process and keeps it alive.
   *
   * @param {string} name
   * @param {string[]} args of node
   * @param {{ env?: Record<string, string | undefined>, guardWait?: number, onLine?: (line: string) => boolean }} [options]
   *   `guardWait`: milliseconds that it stays after this process has gone; `onLine` sees each line of standard output and
   *   answers whether it was for it alone
   * @returns {Kept}
   */
  function keep(name, args, { env = {}, guardWait = 0, onLine } = {}) {
    let quick = 0;
    const entry = { name, child: null, ended: Promise.resolve(), startAgain: null, isRestart: false };
    const start = () => {
      entry.startAgain = null;
      const startedAt = Date.now();
      // A group of its own, so that Ctrl-C reaches the supervisor alone and processes end in order.
      const child = spawn(process.execPath, [`--import=${GUARD}?wait=${guardWait}`, ...args], {
        env: { ...process.env, ...env },
        stdio: ['pipe', 'pipe', 'inherit'],
        detached: true,
      });
      child.stdin.on('error', () => {});
      entry.child = child;
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!onLine?.(line)) say(line);
      });
      entry.ended = new Promise((resolve) => {
        child.once('exit', (code, signal) => {
          resolve();
          if (stopping) return;
          if (entry.isRestart) {
            entry.isRestart = false;
            return start();
          }
          quick = Date.now() - startedAt < QUICK ? quick + 1 : 0;
          if (quick >= MAX_QUICK || (!isSettled && !signal)) {
            entry.startAgain = start;
            return onGiveUp(name);
          }
          say(`${name} ended (${signal ?? `code ${code}`}); starting it again.`);
          setTimeout(() => !stopping && start(), quick * 500);
        });
      });
      onPids?.(running.map((each) => each.child.pid));
    };
    running.push(entry);
    start();
    return entry;
  }

  /** Ends all, newest first; what does not end in time is killed. */
  function stop() {
    stopping ??= (async () => {
      for (const { child, ended } of [...running].reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill('SIGTERM');
        const timer = setTimeout(() => child.kill('SIGKILL'), END_WITHIN);
        await ended;
        clearTimeout(timer);
      }
    })();
    return stopping;
  }

  /** Ends one process and starts it again, for a new build; one that was given up gets another chance. */
  async function restart(entry) {
    if (entry.startAgain) return entry.startAgain();
    entry.isRestart = true;
    entry.child.kill('SIGTERM');
    await entry.ended;
  }

  /** From now on a process that fails is started again a few times before it is given up. */
  function settled() {
    isSettled = true;
  }

  return { keep, stop, restart, settled };
}
