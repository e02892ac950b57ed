const FIRST = 1000;
const LONGEST = 30_000;

/**
 * How long to wait before a try, in milliseconds: doubling, at most half a minute, spread over half of it, so that a
 * hundred phones that lost the same server don't come back in the same moment.
 * @param failures in a row, 1 or more
 * @param random 0..1
 */
export function retryDelay(failures: number, random: number = Math.random()): number {
  const longest = Math.min(LONGEST, FIRST * 2 ** Math.min(failures - 1, 10));
  return Math.round(longest * (0.5 + random / 2));
}
