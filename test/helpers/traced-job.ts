import * as z from 'zod';
import type { JobType } from '../../src/shared/job.ts';

/** A job that leaves traces of all it does, for a worker that gets killed. */
export const tracedJob: JobType<{ n: number }> = {
  name: 'test.traced',
  data: z.object({ n: z.number() }),
  attempts: 20,
  timeLimit: 20_000,
  concurrency: 3,
};

/** So short that a killed worker's jobs are taken over within the test. */
export const CRASH_TIMING = { leaseMs: 10_000, pollMs: 25, backoffMs: 10 };

export interface Trace {
  n: number;
  what: 'begun' | 'effect' | 'end';
}
