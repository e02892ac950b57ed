const LOOK_EVERY = 250;

/**
 * Calls back once when npm, which started this process, has gone: its shell does not hand a SIGTERM on, so that only the
 * shell would end. Does nothing in a process that npm did not start.
 *
 * @param {() => void} onGone
 */
export function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY);
  timer.unref();
}
