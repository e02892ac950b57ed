import * as z from 'zod';
import { contract } from '../contract.ts';
import { codeBeside } from './accounts.ts';
import { listMeta, page, text } from './common.ts';

const cents = z.number().int();
const params = z.object({ id: z.string().regex(/^[A-Za-z0-9_]{8,120}$/, 'This is not a payment.') });
/** Why, for the audit log. */
const note = text(500).default('');

const staffPayment = z.object({
  /** Stripe's checkout session. */
  id: z.string(),
  eventId: z.string(),
  userId: z.string(),
  amount: cents,
  currency: z.string(),
  /** What went back, by refunds and lost disputes. */
  returned: cents,
  /** What a refund can still be of. */
  left: cents,
  cardLast4: z.string().nullable(),
  paidAt: z.string(),
  refunds: z.array(z.object({ id: z.string(), amount: cents, isGood: z.boolean(), isExcess: z.boolean() })),
  disputes: z.array(z.object({ id: z.string(), amount: cents, status: z.enum(['open', 'won', 'lost']) })),
});
export type StaffPayment = z.infer<typeof staffPayment>;

const posting = z.object({
  key: z.string(),
  paymentId: z.string(),
  currency: z.string(),
  at: z.string(),
  entries: z.array(z.object({ account: z.string(), amount: cents })),
});
export type LedgerLine = z.infer<typeof posting>;

const stuckRefund = z.object({
  /** Stripe’s refund, or what names one that Stripe did not make. */
  id: z.string(),
  /** Stripe’s checkout session; its payment intent for a membership. */
  paymentId: z.string(),
  eventId: z.string().nullable(),
  /** Null for a payment without an account. */
  userId: z.string().nullable(),
  amount: cents,
  currency: z.string(),
  /** `failed`: the bank did not take it. `refused`: Stripe did not make it. */
  why: z.enum(['failed', 'refused']),
  at: z.string(),
});
export type StuckRefund = z.infer<typeof stuckRefund>;

export const PAYMENT_SHOWS = ['all', 'disputes'] as const;
export type PaymentShow = (typeof PAYMENT_SHOWS)[number];

export const listStaffPayments = contract({
  method: 'GET',
  path: '/api/v2/staff/payments',
  summary:
    'Payments, newest first, or those with an open dispute; with `q` those of a user or whose id begins like it, 50 at most.',
  access: 'order.read',
  query: page.extend({ q: text(120).default(''), show: z.enum(PAYMENT_SHOWS).default('all') }),
  response: z.array(staffPayment),
  beside: listMeta,
});

export const getStaffPayment = contract({
  method: 'GET',
  path: '/api/v2/staff/payments/:id',
  summary: 'A payment with what was bought, and the ledger of its event.',
  access: 'order.read',
  params,
  response: staffPayment.extend({
    lines: z.array(z.object({ label: z.string(), quantity: cents, amount: cents })),
    ledger: z.array(posting),
  }),
});

export const refundPayment = contract({
  method: 'POST',
  path: '/api/v2/staff/payments/:id/refund',
  summary:
    'Give back a payment, in full or in part. Its buyer gets a credit note and a mail. FIELDS_REFUSED for more than is left. Requires a recent second step.',
  access: 'order.refund',
  params,
  body: z.object({
    /** Cents. Default: all that is left. */
    amount: cents.min(1, 'At least one cent, please.').optional(),
    /** Cents that had gone back when the admin looked. WRONG_STATE if it is another sum by now. */
    returned: cents.optional(),
    note: text(500).refine((words) => words !== '', 'Why is it given back?'),
    ...codeBeside.shape,
  }),
  response: staffPayment,
  limit: 'write',
});

export const resendPayment = contract({
  method: 'POST',
  path: '/api/v2/staff/payments/:id/resend',
  summary: 'Mail the buyer again what they paid, with the way to their invoice.',
  access: 'order.refund',
  params,
  body: z.object({ note }),
  response: staffPayment,
  limit: 'write',
});

export const listStuckRefunds = contract({
  method: 'GET',
  path: '/api/v2/staff/refunds',
  summary: 'Refunds that did not go through and need somebody, the oldest first, 50 at most.',
  access: 'order.read',
  response: z.array(stuckRefund),
  beside: listMeta,
});

export const settleStuckRefund = contract({
  method: 'POST',
  path: '/api/v2/staff/refunds/:id/settle',
  summary: 'Take a refund off the list, once its money went back another way. Moves no money.',
  access: 'order.refund',
  params: z.object({ id: z.string().regex(/^[\w:-]{8,200}$/, 'This is not a refund.') }),
  body: z.object({ note }),
  response: stuckRefund,
  limit: 'write',
});
