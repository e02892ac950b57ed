import { setTimeout as delay } from 'node:timers/promises';

/** Asks again until `ask` gives something; fails with `what` when `within` milliseconds are over. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  within = 60_000,
): Promise<T> {
  const ends = performance.now() + within;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (performance.now() > ends) throw new Error(`Waited ${within} ms in vain for ${what}`);
    await delay(25);
  }
}
