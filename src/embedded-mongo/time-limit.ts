import { MongoError } from './errors.ts';

/** The time that one operation may take, as `maxTimeMS` sets it: from its arrival, over its command and all its `getMore`. */
export interface TimeLimit {
  /** Throws MaxTimeMSExpired once the time is used up. */
  check(): void;
  /** Stops counting: the operation waits for its client. */
  pause(): void;
  resume(): void;
}

export const NO_TIME_LIMIT: TimeLimit = { check() {}, pause() {}, resume() {} };

/** @param ms milliseconds; 0 or absent means no limit */
export function timeLimit(ms: number | undefined): TimeLimit {
  if (!ms) return NO_TIME_LIMIT;
  let left = ms;
  let since = performance.now();
  return {
    check() {
      if (performance.now() - since > left)
        throw new MongoError('MaxTimeMSExpired', 'operation exceeded its time limit (maxTimeMS)');
    },
    pause() {
      left -= performance.now() - since;
    },
    resume() {
      since = performance.now();
    },
  };
}
