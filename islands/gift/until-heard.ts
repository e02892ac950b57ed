import { isPassing } from '../runtime/api.ts';

/** Between attempts, in milliseconds; doubled each time. */
const FIRST = 5000;
const LONGEST = 300_000;

/**
 * Repeats a call while the page is open, until the server has heard it: after growing pauses, and when the line is back.
 * Rejects when the server refuses it.
 */
export async function untilHeard<T>(call: () => Promise<T>): Promise<T> {
  for (let pause = FIRST; ; pause = Math.min(pause * 2, LONGEST)) {
    try {
      return await call();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await pauseOrLine(pause);
  }
}

function pauseOrLine(pause: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, pause);
    function end() {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    }
    window.addEventListener('online', end);
  });
}
