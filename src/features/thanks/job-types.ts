import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';

export const thanksJobs = {
  /** Mails those whom a recipient has thanked, once that can't be taken back any more. */
  send: job({
    name: 'thanks.send',
    data: z.object({ thanksId: objectId }),
    attempts: 5,
    timeLimit: 5 * MINUTE,
    concurrency: 2,
  }),
};
