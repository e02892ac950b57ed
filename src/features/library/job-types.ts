import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';

export const libraryJobs = {
  /** Decodes, measures and encodes an uploaded song. */
  prepareTrack: job({
    name: 'track.prepare',
    data: z.object({ trackId: objectId }),
    attempts: 3,
    timeLimit: 10 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
};
