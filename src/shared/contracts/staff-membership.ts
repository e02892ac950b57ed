import * as z from 'zod';
import { contract } from '../contract.ts';
import { codeBeside } from './accounts.ts';
import { objectId, text } from './common.ts';
import { membership } from './membership.ts';

const cents = z.number().int();
const params = z.object({ id: objectId });

const payment = z.object({
  /** Stripe’s invoice. */
  id: z.string(),
  label: z.string(),
  amount: cents,
  currency: z.string(),
  /** What went back, by credit notes. */
  returned: cents,
  left: cents,
  paidAt: z.string(),
});
export type MembershipPayment = z.infer<typeof payment>;

const dispute = z.object({
  id: z.string(),
  amount: cents,
  currency: z.string(),
  status: z.enum(['open', 'won', 'lost']),
  /** When the payment was made. */
  paidAt: z.string(),
});

const staffMembership = z.object({ membership, payments: z.array(payment), disputes: z.array(dispute) });
export type StaffMembership = z.infer<typeof staffMembership>;

/** What becomes of a membership whose payment goes back. */
export const MEMBERSHIP_OUTCOMES = ['keep', 'cancel', 'end'] as const;
export type MembershipOutcome = (typeof MEMBERSHIP_OUTCOMES)[number];

export const getStaffMembership = contract({
  method: 'GET',
  path: '/api/v2/staff/users/:id/membership',
  summary: 'The membership of a user, with its latest payments.',
  access: 'order.read',
  params,
  response: staffMembership,
});

export const refundMembership = contract({
  method: 'POST',
  path: '/api/v2/staff/users/:id/membership/refund',
  summary:
    'Give back a payment of a membership, in full or in part. `outcome` says what becomes of it: `keep` goes on, `cancel` ends with its period, `end` ends now. FIELDS_REFUSED for more than is left. Requires a recent second step.',
  access: 'order.refund',
  params,
  body: z.object({
    /** Stripe’s invoice. */
    invoiceId: z.string().regex(/^in_\w{3,120}$/, 'Choose a payment.'),
    /** Cents. Default: all that is left. */
    amount: cents.min(1, 'At least one cent, please.').optional(),
    /** Cents that had gone back when the admin looked. WRONG_STATE if it is another sum by now. */
    returned: cents.optional(),
    outcome: z.enum(MEMBERSHIP_OUTCOMES, 'Say what becomes of the membership.'),
    note: text(500).refine((words) => words !== '', 'Why is it given back?'),
    ...codeBeside.shape,
  }),
  response: staffMembership,
  limit: 'write',
});
