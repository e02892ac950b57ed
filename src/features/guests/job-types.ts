import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';

export const guestJobs = {
  /** Mails a guest, unless the reason for it is gone by then. */
  mail: job({
    name: 'guests.mail',
    data: z.object({ rsvpId: objectId, nudgeId: z.string() }),
    attempts: 5,
    timeLimit: MINUTE,
    concurrency: 4,
  }),
  /** Stores and enqueues the reminders that are due. */
  remind: job({
    name: 'guests.remind',
    data: z.object({}),
    attempts: 3,
    timeLimit: 5 * MINUTE,
    concurrency: 1,
    every: 10 * MINUTE,
  }),
};
