const LONGEST = 600_000;

/**
 * Milliseconds to wait after failed attempt 1, 2, ...: factor 4, at most ten minutes, 25 % jitter from `random` (0..1).
 */
export function delayAfter(attempt: number, base: number, random: () => number = Math.random): number {
  const plain = Math.min(base * 4 ** Math.min(attempt - 1, 20), LONGEST);
  return Math.round(plain * (0.75 + random() / 2));
}
