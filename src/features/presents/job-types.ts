import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';

export const presentJobs = {
  /** Orders the trees of a contribution. */
  plant: job({
    name: 'present.plant',
    data: z.object({ contributionId: objectId }),
    attempts: 8,
    timeLimit: 2 * MINUTE,
    concurrency: 1,
  }),
};
