import * as z from 'zod';
import { ADD_ON_IDS, ADD_ONS } from '../catalogue.ts';
import { contract } from '../contract.ts';
import { LINE_KINDS } from '../order-lines.ts';
import { emailAddress, line, objectId, text } from './common.ts';
import { renderJob } from './films.ts';

export const CART_STATUSES = ['open', 'checkout', 'paid', 'finalized', 'expired', 'refunded'] as const;
export type CartStatus = (typeof CART_STATUSES)[number];

export const PACKAGE_IDS = ['essential', 'plus', 'premium'] as const;

const cents = z.number().int();

const orderLine = z.object({
  id: z.string(),
  label: z.string(),
  quantity: z.number().int(),
  unitAmount: cents,
  amount: cents,
  kind: z.enum(LINE_KINDS),
});

const product = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Cents, tax included. */
  amount: cents,
  currency: z.literal('USD'),
  kind: z.enum(['package', 'addon', 'thing', 'membership']),
  /** Longest film in seconds; null for what has no length. */
  covers: z.number().nullable(),
  recommended: z.boolean(),
  /** Why it is recommended, or that the film is too long for it; null for the rest. */
  why: z.string().nullable(),
  images: z.array(z.string()),
});
export type Product = z.infer<typeof product>;

const country = z.string().regex(/^[A-Z]{2}$/, 'Please choose a country.');

const address = z.object({
  name: line(100).min(1, 'Who is it for?'),
  line1: line(100).min(1, 'Please enter a street.'),
  line2: line(100).nullable().default(null),
  city: line(100).default(''),
  region: line(60).nullable().default(null),
  postalCode: line(16).nullable().default(null),
  country,
  phone: line(30).nullable().default(null),
});
export type Address = z.infer<typeof address>;

const cartAddOn = z.object({
  id: z.enum(ADD_ON_IDS, 'We don’t sell this.'),
  quantity: z
    .number()
    .int('A whole number, please.')
    .min(1, 'At least one.')
    .max(Math.max(...ADD_ON_IDS.map((id) => ADD_ONS[id].most)), 'That is more than we can make.'),
  options: z.record(z.string().max(40), z.string().max(200)).default({}),
});

/** What a buyer decides. */
const choices = {
  packageId: z.enum(PACKAGE_IDS).nullable(),
  addons: z.array(cartAddOn).max(ADD_ON_IDS.length, 'There are too many lines.'),
  promoCode: line(40)
    .transform((code) => code.toUpperCase() || null)
    .nullable(),
  email: emailAddress,
  country,
  postalCode: line(16).nullable(),
  shipTo: address.nullable(),
  note: text(500).nullable(),
};

const cart = z.object({
  id: z.string(),
  eventId: z.string(),
  userId: z.string(),
  status: z.enum(CART_STATUSES),
  ...choices,
  products: z.array(product),
  checkoutSessionId: z.string().nullable(),
  canUsePromoCode: z.boolean(),
  lineItems: z.array(orderLine),
  promotion: z.object({ code: z.string(), label: z.string(), amount: cents }).nullable(),
  taxation: z.object({
    country: z.string(),
    /** Percent. */
    rate: z.number(),
    amount: cents,
    inclusive: z.boolean(),
    label: z.string(),
  }),
  /** `total` = `subtotal` - `discount` - `credit` + `shipping`. `tax` is part of it where it is inclusive. */
  totals: z.object({
    subtotal: cents,
    discount: cents,
    shipping: cents,
    tax: cents,
    credit: cents,
    total: cents,
    currency: z.literal('USD'),
  }),
  upsells: z.array(product),
  availableAddons: z.array(product),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Cart = z.infer<typeof cart>;

const byId = z.object({ id: objectId });

export const openCart = contract({
  method: 'POST',
  path: '/api/v2/carts',
  summary: 'The open cart of an event, made where there is none; what is sent along is changed in it.',
  access: 'event.pay',
  body: z.object({
    eventId: objectId,
    packageId: choices.packageId.optional(),
    addons: choices.addons.optional(),
    promoCode: choices.promoCode.optional(),
  }),
  response: cart,
  status: 201,
  limit: 'write',
});

export const updateCart = contract({
  method: 'PUT',
  path: '/api/v2/carts/:id',
  summary: 'Change fields of an open cart; the last change of a field wins. The whole cart may be sent back.',
  access: 'signed-in',
  params: byId,
  // A client that sends the whole cart back sends its status too.
  body: z.object({ ...choices, status: z.enum(CART_STATUSES) }).partial(),
  response: cart,
  limit: 'write',
  roundTrip: true,
});

export const getCart = contract({
  method: 'GET',
  path: '/api/v2/carts/:id',
  summary: 'A cart of your own, priced now while it is open.',
  access: 'signed-in',
  params: byId,
  response: cart,
});

export const finalizeCart = contract({
  method: 'POST',
  path: '/api/v2/carts/:id/finalize',
  summary:
    'Agree to a total. A film that costs nothing is started; anything else needs a payment. 409 with the cart in `error.details.cart` when the total is another one now.',
  access: 'signed-in',
  params: byId,
  body: z.object({ acceptedTotal: cents }),
  response: cart,
  beside: z.object({ meta: z.object({ renderJob: renderJob.nullable() }) }),
  limit: 'write',
});

export const listAvailableProducts = contract({
  method: 'GET',
  path: '/api/v2/stripe/available-products/:id',
  summary: 'What can be bought for the film of an event, with the package that fits and why.',
  access: 'event.pay',
  params: byId,
  response: z.array(product),
});
