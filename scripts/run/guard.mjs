import { isMainThread } from 'node:worker_threads';

// Loaded before a process of ours (`node --import`): it ends the process when whoever started it has gone, however that
// ended. Its standard input is a pipe of which the other end closes then. `?wait=N` lets others end first, N milliseconds.

const LAST_RESORT = 12_000;

if (isMainThread) {
  // A log file on a full disk refuses what is said: no reason to end.
  process.stderr.on('error', () => {});
  // A file at its limit (`ulimit -f`) is an error of the write, as on a full disk.
  process.on('SIGXFSZ', () => {});
  const wait = Number(new URL(import.meta.url).searchParams.get('wait') ?? 0);
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    setTimeout(() => process.kill(process.pid, 'SIGTERM'), wait);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), wait + LAST_RESORT).unref();
  };
  process.stdin.on('end', end).on('error', end).resume();
  // Somebody who looks for the parent must not keep a process alive that is done.
  process.stdin.unref?.();
}
