import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';

export const newsJobs = {
  /** Mails a user the news that they have not seen. */
  mail: job({
    name: 'news.mail',
    data: z.object({ userId: objectId }),
    attempts: 5,
    timeLimit: MINUTE,
    concurrency: 2,
  }),
};
