import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';

export const chatJobs = {
  /** Mails an unread chat answer to the visitor. */
  answer: job({
    name: 'chat.answer',
    data: z.object({ conversationId: objectId }),
    attempts: 5,
    timeLimit: MINUTE,
    concurrency: 2,
  }),
  /** Mails unread visitor messages to support, combined in one mail. */
  waiting: job({
    name: 'chat.waiting',
    data: z.object({ conversationId: objectId }),
    attempts: 5,
    timeLimit: MINUTE,
    concurrency: 2,
  }),
};
