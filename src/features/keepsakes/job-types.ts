import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';

export const keepsakeJobs = {
  /** Packs an event's archive. */
  pack: job({
    name: 'keepsake.pack',
    data: z.object({ keepsakeId: objectId }),
    attempts: 3,
    timeLimit: 120 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
};
