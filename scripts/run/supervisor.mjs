import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A process that exits sooner after its start, in milliseconds, counts as failing. */
const QUICK = 3000;
const MAX_QUICK = 5;
/** Milliseconds until a process is killed; jobs get ten seconds to stop. */
const END_WITHIN = 15_000;
const GUARD = new URL('./guard.mjs', import.meta.url).href;

/**
 * @typedef {object} Kept
 * @property {string} name
 * @property {import('node:child_process').ChildProcess} child the current process
 * @property {Promise<void>} ended when that process has ended
 */

/**
 * Runs processes, restarts those that exit, and stops all in reverse order. They end by themselves when this process
 * has ended.
 *
 * @param {object} options
 * @param {(name: string) => void} options.onGiveUp called when a process keeps exiting right after its start, and on
 *   the first failure before `tolerateCrashes()`
 * @param {(pids: number[]) => void} [options.onPids] called with the running processes, at each start
 * @param {(words: string) => void} [options.say] receives output and status messages of the processes
 */
export function createSupervisor({ onGiveUp, onPids, say = (words) => console.log(words) }) {
  /** @type {Kept[]} */
  const running = [];
  let stopping = null;
  let toleratesCrashes = false;

  /**
   * Starts a process and keeps it alive.
   *
   * @param {string} name
   * @param {string[]} args of node
   * @param {{
   *   env?: Record<string, string | undefined>,
   *   guardWait?: number,
   *   onLine?: (line: string) => boolean,
   *   ready?: string
   * }} [options] `guardWait`: milliseconds for which it outlives this process; `onLine` gets each line of standard
   *   output and returns true to suppress it; `ready`: how the line begins without which its start has failed, however
   *   long it took
   * @returns {Kept}
   */
  function keep(name, args, { env = {}, guardWait = 0, onLine, ready = '' } = {}) {
    let quick = 0;
    const entry = { name, child: null, ended: Promise.resolve(), startAgain: null, isRestart: false };
    const start = () => {
      entry.startAgain = null;
      const startedAt = Date.now();
      let isReady = ready === '';
      // In its own process group: Ctrl-C reaches only the supervisor, and processes stop in order.
      const child = spawn(process.execPath, [`--import=${GUARD}?wait=${guardWait}`, ...args], {
        env: { ...process.env, ...env },
        stdio: ['pipe', 'pipe', 'inherit'],
        detached: true,
      });
      child.stdin.on('error', () => {});
      entry.child = child;
      createInterface({ input: child.stdout }).on('line', (line) => {
        isReady ||= line.startsWith(ready);
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
          const isStarting = !isReady && !signal;
          quick = isStarting || Date.now() - startedAt < QUICK ? quick + 1 : 0;
          if (quick >= MAX_QUICK || (!toleratesCrashes && !signal)) {
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

  /** Stops all, newest first; kills those that don't stop in time. */
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

  /** Restarts a process for a new build, even if it was given up. */
  async function restart(entry) {
    if (entry.startAgain) return entry.startAgain();
    entry.isRestart = true;
    entry.child.kill('SIGTERM');
    await entry.ended;
  }

  /** From now on, failing processes are restarted a few times before giving up. */
  function tolerateCrashes() {
    toleratesCrashes = true;
  }

  return { keep, stop, restart, tolerateCrashes };
}
