import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';
import { filmJobs } from '../../shared/jobs.ts';

export const filmJobTypes = {
  ...filmJobs,
  /** Renders the film of a render job. */
  render: job({
    name: 'film.render',
    data: z.object({ renderJobId: objectId }),
    attempts: 3,
    timeLimit: 60 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
  /** Renders a film in another shape, for which each clip is encoded again once. */
  shape: job({
    name: 'film.shape',
    data: z.object({ renderJobId: objectId }),
    attempts: 3,
    timeLimit: 180 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
};
