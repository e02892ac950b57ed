import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';

export const chatJobs = {
  /** Mails an answer in the chat that its visitor has not seen. */
  answer: job({
    name: 'chat.answer',
    data: z.object({ conversationId: objectId }),
    attempts: 5,
    timeLimit: MINUTE,
    concurrency: 2,
  }),
  /** Mails us what a visitor wrote in a chat and nobody has read; several messages are gathered in one mail. */
  waiting: job({
    name: 'chat.waiting',
    data: z.object({ conversationId: objectId }),
    attempts: 5,
    timeLimit: MINUTE,
    concurrency: 2,
  }),
};
