import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { FEATURES } from '../features/index.ts';
import type { Feature, Step } from '../platform/manifest/feature.ts';
import { platform } from '../platform/platform.ts';
import { type HandledJob, handles, type Work } from '../platform/queue/handled-jobs.ts';
import { job, MINUTE } from '../shared/job.ts';

/** Repeated jobs, each run by one worker at a time. */
export const housekeepingJobs = {
  /** Deletes expired data: uploads, withdrawn clips, deleted events and accounts. */
  cleanUp: job({
    name: 'clean-up',
    data: z.object({}),
    attempts: 1,
    timeLimit: 10 * MINUTE,
    concurrency: 1,
    every: 60 * MINUTE,
  }),
  /** Recovers from crashes: jobs that were never enqueued, and expired uploads. */
  rescue: job({
    name: 'rescue',
    data: z.object({}),
    attempts: 1,
    timeLimit: 10 * MINUTE,
    concurrency: 1,
    every: MINUTE,
  }),
};

const features: readonly Feature[] = FEATURES;

export const housekeeping: readonly HandledJob[] = handles(housekeepingJobs, {
  cleanUp: inTurn(
    features.flatMap(({ cleanUp = [] }) => cleanUp),
    housekeepingJobs.cleanUp.timeLimit,
  ),
  rescue: inTurn(
    features.flatMap(({ rescue = [] }) => rescue),
    housekeepingJobs.rescue.timeLimit,
  ),
});

/**
 * Runs all steps, even when one fails. One that takes long goes on beside the next, so that each begins within half of the
 * limit, in milliseconds.
 */
export function inTurn(steps: readonly Step[], timeLimit: number): Work<object> {
  const patience = timeLimit / 2 / steps.length;
  return {
    async run(_data, { signal }) {
      const begun: Promise<unknown>[] = [];
      for (const step of steps) {
        signal.throwIfAborted();
        const ended = step().catch((error: unknown) => platform().log.warn({ err: error }, 'housekeeping failed'));
        begun.push(ended);
        await Promise.race([ended, wait(patience, undefined, { ref: false })]);
      }
      await Promise.all(begun);
    },
  };
}
