import { retryDelay } from './backoff.ts';
import type { Remedy } from './problem.ts';

/** Restarts of a failed upload before the user is informed. */
const RESTARTS = 3;

interface Count {
  /** In a row, without progress in between. */
  failures: number;
  restarts: number;
}

/** Counts the failures of each item, to decide when it is tried again. */
export interface Failures {
  /**
   * Counts a failure. Returns the delay before the next attempt in milliseconds; null to give up.
   * @param hasProgressed whether the server took anything since the attempt began
   */
  add(id: string, remedy: Remedy, hasProgressed: boolean): number | null;
  forget(id: string): void;
}

export function createFailures(): Failures {
  const counts = new Map<string, Count>();
  return {
    add(id, remedy, hasProgressed) {
      const known = counts.get(id) ?? { failures: 0, restarts: 0 };
      // Progress doesn't excuse restarts: each begins at the first byte.
      const failures = hasProgressed ? 1 : known.failures + 1;
      const restarts = known.restarts + (remedy === 'restart' ? 1 : 0);
      counts.set(id, { failures, restarts });
      return remedy === 'final' || restarts > RESTARTS ? null : retryDelay(failures);
    },
    forget: (id) => void counts.delete(id),
  };
}
