import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';

export const thanksJobs = {
  /** Mails the thanked contributors when thanks can no longer be undone. */
  send: job({
    name: 'thanks.send',
    data: z.object({ thanksId: objectId }),
    attempts: 5,
    timeLimit: 5 * MINUTE,
    concurrency: 2,
  }),
};
