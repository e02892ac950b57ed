/** How a premiere runs: everything follows from a few stored values and the server's clock. */

/** Seconds before the start at which the doors open. */
const LOBBY = 30 * 60;

export const PREMIERE_STATUS = ['planned', 'lobby', 'playing', 'paused', 'over'] as const;
export type PremiereStatus = (typeof PREMIERE_STATUS)[number];

/** Times in milliseconds since 1970, positions in seconds. */
export interface PremiereRun {
  startsAt: number;
  /** Position in the film at the time `at`, or from then on if `at` is to come. */
  position: number;
  at: number;
  isPaused: boolean;
  isEnded: boolean;
  /** Length of the film. */
  length: number;
}

/** Where the film is at a time, in seconds: 0 before the start, at most the film's length. */
export function positionAt({ position, at, isPaused, length }: Omit<PremiereRun, 'isEnded' | 'startsAt'>, now: number) {
  const played = isPaused ? 0 : Math.max(0, now - at) / 1000;
  return Math.min(length, position + played);
}

/** What happens at a time. A film that has played to its end is over. */
export function statusAt(run: PremiereRun, now: number): PremiereStatus {
  if (run.isEnded) return 'over';
  if (now < run.startsAt) return now < run.startsAt - LOBBY * 1000 ? 'planned' : 'lobby';
  if (run.isPaused) return 'paused';
  return run.length > 0 && positionAt(run, now) >= run.length ? 'over' : 'playing';
}
