import * as z from 'zod';
import { contract } from '../contract.ts';
import { NAME_MAX, PRESENTS } from '../limits.ts';
import { CONTRIBUTION_KINDS, CONTRIBUTION_STATUSES } from '../presents.ts';
import { emailAddress, eventRef, line, objectId } from './common.ts';

const contribution = z.object({
  id: objectId,
  eventId: objectId,
  kind: z.enum(CONTRIBUTION_KINDS),
  /** Cents for the recipient; `fee` is paid beside it. */
  amount: z.number().int(),
  fee: z.number().int(),
  /** Trees; 1 for the pool. */
  quantity: z.number().int(),
  name: z.string(),
  message: z.string().nullable(),
  /** The recipient does not see the name. */
  anonymous: z.boolean(),
  status: z.enum(CONTRIBUTION_STATUSES),
  createdAt: z.string(),
});
export type Contribution = z.infer<typeof contribution>;

const giver = {
  event: eventRef,
  contributor: z.object({
    name: line(NAME_MAX).pipe(z.string().min(1, 'Please write your name.')),
    /** Hears what becomes of the money. */
    email: emailAddress.optional(),
  }),
  message: line(PRESENTS.messageMax).optional(),
  anonymous: z.boolean().default(false),
  /** Receipt key of the contributor’s clip, to come back to. */
  receipt: z.string().max(64).optional(),
};

const opened = z.object({
  id: objectId,
  /** The payment page. */
  checkoutUrl: z.string(),
  /** Cents: for the recipient, for the card, and to pay. */
  amount: z.number().int(),
  fee: z.number().int(),
  total: z.number().int(),
});
export type OpenedContribution = z.infer<typeof opened>;

const amountRange = 'Between $1 and $500, please.';

export const contributeToPool = contract({
  method: 'POST',
  path: '/api/v2/tremendous/contributions',
  summary: 'Put money in an event’s pool, without an account. Answers a payment page; the card’s cost is added.',
  access: 'present.give',
  body: z.object({
    ...giver,
    /** Cents. */
    amount: z
      .number(amountRange)
      .int('In whole cents, please.')
      .min(PRESENTS.least, amountRange)
      .max(PRESENTS.most, amountRange),
  }),
  response: opened,
  status: 201,
  limit: 'write',
});

const treeRange = `Between 1 and ${PRESENTS.treesMost} trees, please.`;

export const contributeTrees = contract({
  method: 'POST',
  path: '/api/v2/tree/contributions',
  summary: 'Plant trees for an event’s recipient, without an account. Answers a payment page.',
  access: 'present.give',
  body: z.object({
    ...giver,
    quantity: z.number(treeRange).int('Whole trees, please.').min(1, treeRange).max(PRESENTS.treesMost, treeRange),
  }),
  response: opened,
  status: 201,
  limit: 'write',
});

/** `deleted`: the event was; `ungiven`: no film was given; `unclaimed`: nobody took anything for a year. */
export const WHY_POOLS_GO_BACK = ['deleted', 'ungiven', 'unclaimed'] as const;

const pool = z.object({
  eventId: objectId,
  /** Whether money can be put in. */
  isOpen: z.boolean(),
  /** Why what was left went back, which closes a pool for good; null for others. */
  closedWhy: z.enum(WHY_POOLS_GO_BACK).nullable(),
  /** Cents that were put in, without what went back. */
  total: z.number().int(),
  /** Cents that nobody has taken. */
  available: z.number().int(),
  currency: z.literal('USD'),
  trees: z.number().int(),
  /** Paid ones, newest first. */
  contributions: z.array(contribution),
});
export type Pool = z.infer<typeof pool>;

const byEvent = z.object({ id: eventRef });

export const readPool = contract({
  method: 'GET',
  path: '/api/v2/events/:id/pool',
  summary: 'Who gave what to an event’s pool and planted trees, for its makers.',
  access: 'pool.read',
  params: byEvent,
  response: pool,
});

export const updatePool = contract({
  method: 'PUT',
  path: '/api/v2/events/:id/pool',
  summary: 'Open or close a pool for further contributions.',
  access: 'pool.edit',
  params: byEvent,
  body: z.object({ isOpen: z.boolean() }),
  response: pool,
  limit: 'write',
});

/** @param ref of an event @returns the path of its certificate of trees */
export function treeCertificate(ref: string): string {
  return `/api/v2/tree/${ref}/certificate.pdf`;
}
