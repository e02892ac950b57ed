const LOOK_EVERY = 250;

/**
 * Calls back once when npm, our parent, has ended: its shell does not forward SIGTERM. Does nothing in other processes.
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
