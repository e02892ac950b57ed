import * as z from 'zod';
import { contract } from '../contract.ts';
import { isoDate } from './common.ts';

const PATH = '/api/v2/subscriptions';
const page = z.object({ id: z.string(), url: z.string() });
const when = z.string().nullable();
const plan = z.enum(['monthly', 'yearly']);

export const membership = z.object({
  /** `cancelled`: it has ended. One that ends with its period is still `active`. */
  status: z.enum(['none', 'active', 'pastDue', 'cancelled']),
  plan: plan.nullable(),
  currentPeriodEnd: when,
  cancelAtPeriodEnd: z.boolean(),
  /** Whether films can be published with it now. */
  isGood: z.boolean(),
  cardLast4: z.string().nullable(),
  /** After a failed renewal: when it was due, when the card is tried again, and until when films can be published. */
  dueSince: when,
  nextAttempt: when,
  graceUntil: when,
});
export type Membership = z.infer<typeof membership>;

export const startMembership = contract({
  method: 'POST',
  path: `${PATH}/checkout`,
  summary: 'Open the payment page of a membership; while it is open, the same page is returned again.',
  access: 'signed-in',
  body: z.object({ plan }),
  response: page,
  status: 201,
  limit: 'write',
});

export const openMembershipPortal = contract({
  method: 'POST',
  path: `${PATH}/portal`,
  summary: 'Open the provider’s page for the card of your membership.',
  access: 'signed-in',
  response: page,
  status: 201,
  limit: 'write',
});

export const getMembership = contract({
  method: 'GET',
  path: `${PATH}/me`,
  summary: 'Your membership.',
  access: 'signed-in',
  response: membership,
});

const planSwitch = z.object({
  plan,
  /** Cents to pay at once, less what is left of the period that is paid. */
  due: z.number().int(),
  /** Cents for the time that was paid and not used. */
  unused: z.number().int(),
  /** Cents of it that pay the next periods, where it is more than the new plan costs. */
  credit: z.number().int(),
  currentPeriodEnd: z.string(),
  /** Send it back to switch for this price, within an hour. */
  shownAt: z.string(),
});
export type PlanSwitch = z.infer<typeof planSwitch>;

export const previewPlanSwitch = contract({
  method: 'GET',
  path: `${PATH}/switch`,
  summary: 'What it would cost now to switch to the other plan.',
  access: 'signed-in',
  query: z.object({ plan }),
  response: planSwitch,
});

export const switchPlan = contract({
  method: 'POST',
  path: `${PATH}/switch`,
  summary: 'Switch to the other plan at once, for the price that was shown. A declined card changes nothing.',
  access: 'signed-in',
  body: z.object({ plan, shownAt: isoDate }),
  response: membership,
  limit: 'write',
});

export const cancelMembership = contract({
  method: 'POST',
  path: `${PATH}/cancel`,
  summary: 'End your membership with the period that is paid. Published films stay.',
  access: 'signed-in',
  response: membership,
  limit: 'write',
});

export const resumeMembership = contract({
  method: 'POST',
  path: `${PATH}/resume`,
  summary: 'Keep a membership that was to end with its period.',
  access: 'signed-in',
  response: membership,
  limit: 'write',
});
