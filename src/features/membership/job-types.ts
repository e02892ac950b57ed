import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';
import { DELETION_DELAY } from '../../shared/limits.ts';

export const membershipJobs = {
  /** Ends the membership of an account that is due for deletion, once the provider answers again. */
  endForDeletion: job({
    name: 'membership.end-for-deletion',
    data: z.object({ userId: objectId }),
    attempts: 8,
    patience: DELETION_DELAY,
    timeLimit: MINUTE,
    concurrency: 1,
  }),
};
