import * as z from 'zod';
import { job, MINUTE } from '../../shared/job.ts';

const text = z.object({
  /** Deduplication key: a text with the same key is sent once. */
  key: z.string().max(200),
  channel: z.enum(['sms', 'whatsapp']),
  to: z.string().max(20),
  body: z.string().max(1600),
  values: z.array(z.string().max(600)),
  /** What it is about, for who hears of its fate. */
  about: z.string().max(80),
});
export type TextJobData = z.infer<typeof text>;

export const textJobs = {
  /** Sends one text to one number; idempotent by `key`. */
  send: job({ name: 'texts.send', data: text, attempts: 8, timeLimit: MINUTE, concurrency: 2, isPrivate: true }),
};
