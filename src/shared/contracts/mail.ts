import * as z from 'zod';
import { contract } from '../contract.ts';

export const mailCheck = z.object({
  /** Trimmed and in lower case. */
  email: z.string(),
  /** Whether there is no reason against it; an address may pass and still belong to nobody. */
  isValid: z.boolean(),
  reason: z.enum(['syntax', 'disposable', 'no-mail-server']).optional(),
  /** The whole address that was most likely meant. */
  suggestion: z.string().optional(),
  isDisposable: z.boolean(),
  /** Null where no name server could be asked. */
  hasMailServer: z.boolean().nullable(),
});
export type MailCheck = z.infer<typeof mailCheck>;

export const verifyMail = contract({
  method: 'POST',
  path: '/api/v2/mail/verify',
  summary: 'Tell whether an address looks right, and what was likely meant. Says nothing of whether anybody has it.',
  access: 'anyone',
  body: z.object({
    email: z.string().trim().min(1, 'Please fill this in.').max(320, 'At most 320 characters, please.'),
  }),
  response: mailCheck,
  limit: 'write',
  repeatable: true,
});
