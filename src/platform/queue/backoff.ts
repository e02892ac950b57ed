const LONGEST = 600_000;

/**
 * How long to wait after the given failed try (1, 2, ...), in milliseconds: the base, then four times as long each
 * time, at most ten minutes, spread by a quarter so that what failed together doesn't come back together. Pure but
 * for `random` (0..1).
 */
export function delayAfter(attempt: number, base: number, random: () => number = Math.random): number {
  const plain = Math.min(base * 4 ** Math.min(attempt - 1, 20), LONGEST);
  return Math.round(plain * (0.75 + random() / 2));
}
