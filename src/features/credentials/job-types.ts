import * as z from 'zod';
import { job, MINUTE } from '../../shared/job.ts';

export const credentialJobs = {
  /**
   * Mails the requested link if the address has an account. A job, so that the answer takes the same time either way.
   */
  link: job({
    name: 'account.link',
    data: z.object({
      kind: z.enum(['verify', 'reset']),
      email: z.string().max(254),
      /** Drafts of the browser that asked; they go to the account when the link is used. */
      preparedEventIds: z.array(z.string()).max(20),
      contributedMediaIds: z.array(z.string()).max(40),
    }),
    attempts: 5,
    timeLimit: MINUTE,
    concurrency: 4,
    isPrivate: true,
  }),
};
