import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';

export const eventJobs = {
  /** Sends an event's film to its recipients; `deliveryId` outdates it when the plan changes. */
  deliver: job({
    name: 'event.deliver',
    data: z.object({ eventId: objectId, deliveryId: z.string() }),
    attempts: 5,
    timeLimit: 2 * MINUTE,
    concurrency: 2,
  }),
  /** Reminds the organiser before the deadline; outdated when the deadline has moved. */
  deadlineNear: job({
    name: 'deadline.near',
    data: z.object({ eventId: objectId, deadline: z.iso.datetime(), turn: z.enum(['days-before', 'last-day']) }),
    attempts: 5,
    timeLimit: MINUTE,
    concurrency: 2,
  }),
};
