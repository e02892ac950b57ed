import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';
import { filmJobs } from '../../shared/jobs.ts';

export const filmJobTypes = {
  ...filmJobs,
  /** Makes the film of a render job's snapshot. */
  render: job({
    name: 'film.render',
    data: z.object({ renderJobId: objectId }),
    attempts: 3,
    timeLimit: 60 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
  /** Mails those whom a recipient has thanked, once that can't be taken back any more. */
  thanks: job({
    name: 'thanks.send',
    data: z.object({ thanksId: objectId }),
    attempts: 5,
    timeLimit: 5 * MINUTE,
    concurrency: 2,
  }),
};
