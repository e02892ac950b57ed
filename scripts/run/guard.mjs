import { isMainThread } from 'node:worker_threads';

// Preloaded into our processes (`node --import`): ends the process when its parent has ended, for whatever reason.
// Standard input is a pipe that closes then. `?wait=N` delays the end by N milliseconds.

const LAST_RESORT = 12_000;

if (isMainThread) {
  // Ignore write errors of a log file on a full disk.
  process.stderr.on('error', () => {});
  // Exceeding the file size limit (`ulimit -f`) becomes a write error, as on a full disk.
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
  // The watch must not keep a finished process alive.
  process.stdin.unref?.();
}
