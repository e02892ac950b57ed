const FIRST = 1000;
const LONGEST = 30_000;

/**
 * Delay before a retry in milliseconds: exponential, at most half a minute, with up to 50 % jitter, so that phones that
 * lost the same server don't return at once.
 * @param failures in a row, 1 or more
 * @param random 0..1
 */
export function retryDelay(failures: number, random: number = Math.random()): number {
  const longest = Math.min(LONGEST, FIRST * 2 ** Math.min(failures - 1, 10));
  return Math.round(longest * (0.5 + random / 2));
}
