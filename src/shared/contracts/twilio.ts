import * as z from 'zod';
import { contract } from '../contract.ts';
import { line } from './common.ts';

export const lookUpNumber = contract({
  method: 'POST',
  path: '/api/twilio/lookup-phone-number',
  summary:
    'Check a telephone number: whether it exists, how it is written here and abroad, and whether it takes texts. Without `country` it has to start with + and its country code.',
  access: 'signed-in',
  body: z.object({
    phone: line(40).min(1, 'Type a number first.'),
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'A country has two letters, such as US.')
      .optional(),
  }),
  response: z.object({
    valid: z.boolean(),
    /** International form; null for a number that does not exist. */
    e164: z.string().nullable(),
    /** As it is dialled in its own country. */
    national: z.string().nullable(),
    country: z.string().nullable(),
    /** Kind of line, such as `mobile` or `landline`; null if unknown. */
    type: z.string().nullable(),
    /** Whether texts can arrive there. */
    canText: z.boolean(),
  }),
  limit: 'write',
  repeatable: true,
});
