import * as z from 'zod';
import { contract } from '../contract.ts';
import { codeBeside } from './accounts.ts';
import { text } from './common.ts';

const cents = z.number().int();

export const refundPayment = contract({
  method: 'POST',
  path: '/api/v2/staff/payments/:id/refund',
  summary:
    'Give back a payment of a cart or film, in full or in part. Its buyer gets a credit note and a mail. Requires a recent second step.',
  access: 'order.refund',
  params: z.object({ id: z.string().regex(/^\w{8,128}$/, 'This is not a payment.') }),
  body: z.object({
    /** Default: everything that has not gone back yet. */
    amount: cents.min(1, 'At least one cent, please.').optional(),
    /** Why, for staff. */
    note: text(500).refine((words) => words !== '', 'Why is it given back?'),
    ...codeBeside.shape,
  }),
  response: z.object({
    paymentId: z.string(),
    refundId: z.string(),
    /** Of this refund. */
    amount: cents,
    /** Of all refunds and lost disputes. */
    returned: cents,
    left: cents,
    currency: z.string(),
  }),
  status: 201,
  limit: 'write',
});
