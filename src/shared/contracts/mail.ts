import * as z from 'zod';
import { contract } from '../contract.ts';

const mailCheck = z.object({
  /** Trimmed, lowercase. */
  email: z.string(),
  /** Whether it passes all checks; the mailbox may still not exist. */
  isValid: z.boolean(),
  reason: z.enum(['syntax', 'disposable', 'no-mail-server']).optional(),
  /** The corrected address, if it looks mistyped. */
  suggestion: z.string().optional(),
  isDisposable: z.boolean(),
  /** Null when no DNS server answered. */
  hasMailServer: z.boolean().nullable(),
});
export type MailCheck = z.infer<typeof mailCheck>;

export const verifyMail = contract({
  method: 'POST',
  path: '/api/v2/mail/verify',
  summary: 'Check an address and suggest a correction. Does not reveal whether it has an account.',
  access: 'anyone',
  body: z.object({
    email: z.string().trim().min(1, 'Please fill this in.').max(320, 'At most 320 characters, please.'),
  }),
  response: mailCheck,
  limit: 'write',
  repeatable: true,
});
