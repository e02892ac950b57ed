import * as z from 'zod';
import { contract } from '../contract.ts';
import { PRESENTS } from '../limits.ts';
import { REWARD_STATUSES } from '../presents.ts';
import { emailAddress, eventRef, line, objectId } from './common.ts';

const product = z.object({
  id: z.string(),
  name: z.string(),
  /** Such as `merchant_card`, `visa_card`, `ach`, `paypal` or `charity`. */
  category: z.string(),
  currency: z.literal('USD'),
  /** Cents. */
  min: z.number().int(),
  max: z.number().int(),
  images: z.array(z.string()),
  /** Terms that have to be shown. */
  disclosure: z.string(),
});
export type RewardProduct = z.infer<typeof product>;

const reward = z.object({
  id: objectId,
  eventId: objectId,
  recipientId: z.string(),
  productId: z.string(),
  productName: z.string(),
  /** Cents. */
  amount: z.number().int(),
  currency: z.literal('USD'),
  status: z.enum(REWARD_STATUSES),
  /** Opens the gift card; null until it is there, and where it was sent by mail. */
  link: z.string().nullable(),
  /** Where it was sent; null where a link is shown. */
  email: z.string().nullable(),
  /** The email came back: when, why in the partner's word, and whether the same address may take it. Null otherwise. */
  bounce: z.object({ at: z.string(), why: z.string(), canRepeat: z.boolean() }).nullable(),
  createdAt: z.string(),
});
export type Reward = z.infer<typeof reward>;

const country = z.string().regex(/^[A-Z]{2}$/, 'Please choose a country.');

export const listRewardProducts = contract({
  method: 'GET',
  path: '/api/v2/tremendous/products',
  summary: 'Gift cards, transfers and causes that a pool can become in a country; with `q` those of that name.',
  access: 'anyone',
  query: z.object({ country: country.default('US'), q: line(60).default('') }),
  response: z.array(product),
});

export const orderReward = contract({
  method: 'POST',
  path: '/api/v2/tremendous/orders',
  summary: 'Turn a recipient’s share of the pool, or part of it, into a gift card or a transfer.',
  access: 'reward.choose',
  query: z.object({ v: z.string().max(64).optional() }),
  body: z.object({
    /** The private key. */
    event: eventRef,
    productId: z.string().regex(/^[A-Z0-9]{4,40}$/, 'Choose what it becomes.'),
    recipientId: z.uuid('Choose who it is for.'),
    /** Cents. Default: the recipient’s whole share. */
    amount: z.number().int('In whole cents, please.').min(PRESENTS.least, 'At least $1, please.').optional(),
    /** Where it is sent. Default: a link is answered instead. */
    email: emailAddress.optional(),
    country: country.default('US'),
  }),
  response: reward,
  status: 201,
  limit: 'write',
});

const gift = z.object({
  eventId: objectId,
  /** Cents that were given in all. */
  total: z.number().int(),
  currency: z.literal('USD'),
  /** Number of people who gave. */
  people: z.number().int(),
  /** Never with an amount; without a name where somebody would rather not say. */
  from: z.array(z.object({ name: z.string().nullable(), message: z.string().nullable() })),
  /** What each recipient can still take, in cents. */
  shares: z.array(z.object({ recipientId: z.string(), name: z.string(), available: z.number().int() })),
  rewards: z.array(reward),
  trees: z.number().int(),
});
export type PoolGift = z.infer<typeof gift>;

export const viewReward = contract({
  method: 'GET',
  path: '/api/v2/events/:id/reward',
  summary: 'The pool as a present: total, names and what became of it; for the recipient, once the gift is unwrapped.',
  access: 'reward.choose',
  params: z.object({ id: eventRef }),
  query: z.object({ v: z.string().max(64).optional() }),
  response: gift,
});

export const resendReward = contract({
  method: 'POST',
  path: '/api/v2/tremendous/orders/:id/resend',
  summary: 'Mail a gift card again whose email came back, to the same address or another. 409 while none came back.',
  access: 'reward.choose',
  params: z.object({ id: objectId }),
  query: z.object({ v: z.string().max(64).optional() }),
  body: z.object({ email: emailAddress.optional() }),
  response: reward,
  limit: 'write',
});
