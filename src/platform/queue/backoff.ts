const LONGEST = 600_000;

/**
 * Milliseconds to wait after failed attempt 1, 2, ...: factor 4, at most ten minutes, 25 % jitter from `random` (0..1).
 */
export function delayAfter(attempt: number, base: number, random: () => number = Math.random): number {
  return spread(Math.min(base * 4 ** Math.min(attempt - 1, 20), LONGEST), random);
}

/** The same during an outage, whose attempts don't count: as long again as the job has waited for. */
export function delayInOutage(waited: number, base: number, random: () => number = Math.random): number {
  return spread(Math.min(Math.max(waited, base), LONGEST), random);
}

function spread(plain: number, random: () => number): number {
  return Math.round(plain * (0.75 + random() / 2));
}
