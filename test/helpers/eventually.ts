import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two questions: short at first, then longer, as each takes work from what is waited for. */
const PAUSE = { first: 10, growth: 1.3, most: 200 };

/** Asks again until `ask` gives something; fails with `what` when `within` milliseconds are over. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  within = 300_000,
): Promise<T> {
  const ends = performance.now() + within;
  for (let pause = PAUSE.first; ; pause = Math.min(pause * PAUSE.growth, PAUSE.most)) {
    const found = await ask();
    if (found) return found;
    if (performance.now() > ends) throw new Error(`Timed out after ${within} ms waiting for ${what}`);
    await delay(pause);
  }
}
