import * as z from 'zod';
import { job, MINUTE, objectId } from './job.ts';
import { mailJobData } from './mails.ts';

/* Jobs that a feature enqueues for a feature to its right. Others are in `job-types.ts` of their feature. */

/** Handled by `films`. */
export const filmJobs = {
  /** Draws the opening and closing titles of an event's film ahead of its publishing. */
  titles: job({
    name: 'film.titles',
    data: z.object({ eventId: objectId }),
    attempts: 2,
    timeLimit: 10 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
  /** Makes the transitions of an event's film ahead of its publishing. */
  transitions: job({
    name: 'film.transitions',
    data: z.object({ eventId: objectId }),
    attempts: 2,
    timeLimit: 60 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
  /** Makes a new version of a scheduled gift if late clips were accepted since the last. */
  lateClips: job({
    name: 'film.late-clips',
    data: z.object({ eventId: objectId }),
    attempts: 5,
    timeLimit: MINUTE,
    concurrency: 2,
  }),
};

/** Handled by `messages`. */
export const mailJobs = {
  /** Sends one mail to one address; idempotent by `key`. Outlasts a day without our mail server. */
  send: job({
    name: 'mail.send',
    data: mailJobData,
    attempts: 8,
    patience: 24 * 60 * MINUTE,
    timeLimit: MINUTE,
    concurrency: 4,
    isPrivate: true,
  }),
};
