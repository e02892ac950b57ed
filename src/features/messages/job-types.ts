import * as z from 'zod';
import { job, MINUTE } from '../../shared/job.ts';

export const messageJobs = {
  /** Hands the next mails of broadcasts to the queue. */
  broadcast: job({
    name: 'messages.broadcast',
    data: z.object({}),
    attempts: 3,
    timeLimit: 5 * MINUTE,
    concurrency: 1,
    every: MINUTE,
  }),
};
