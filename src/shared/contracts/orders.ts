import * as z from 'zod';
import { contract } from '../contract.ts';
import { PARCEL_STATUS } from '../transitions.ts';
import { eventRef, line, listMeta, objectId, page } from './common.ts';

export const PARCEL_MAKERS = ['acutrack', 'heirloom', 'printer'] as const;
export type ParcelMaker = (typeof PARCEL_MAKERS)[number];
export const PARCEL_PRODUCTS = ['dvd', 'usb', 'videobook', 'postcard'] as const;
export type ParcelProduct = (typeof PARCEL_PRODUCTS)[number];

/** Where something is posted; the rules of its country are checked beside this. */
const shipTo = z.object({
  name: line(100).min(1, 'Who is it for?'),
  line1: line(100).min(1, 'Please enter a street and number.'),
  line2: line(100).nullable().default(null),
  city: line(100).default(''),
  region: line(60).nullable().default(null),
  postalCode: line(16).nullable().default(null),
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/, 'Please choose a country.'),
  phone: line(30).nullable().default(null),
});

const order = z.object({
  id: objectId,
  eventId: objectId,
  provider: z.enum(PARCEL_MAKERS),
  product: z.enum(PARCEL_PRODUCTS),
  quantity: z.number().int(),
  shipTo,
  /** The version that is on it; null while the film is not made yet. */
  filmId: z.string().nullable(),
  status: z.enum(PARCEL_STATUS),
  trackingUrl: z.string().nullable(),
  events: z.array(z.object({ at: z.string(), status: z.enum(PARCEL_STATUS), text: z.string() })),
  /** What was paid for it, with its part of the shipping, in cents. */
  amount: z.number().int(),
  /** It can still be cancelled, and the money goes back. */
  canCancel: z.boolean(),
  /** Its maker could not deliver to the address: until when it can be mended. Null where nothing is asked. */
  fixBy: z.string().nullable(),
  /** When it goes to its maker; null once it has gone, or while there is no film. */
  submitAt: z.string().nullable(),
  createdAt: z.string(),
});
export type Order = z.infer<typeof order>;

const glance = order
  .pick({ id: true, product: true, quantity: true, status: true, fixBy: true, createdAt: true })
  .extend({
    /** When it last moved on. */
    at: z.string(),
  });
export type OrderGlance = z.infer<typeof glance>;

const LIST = '/api/v2/orders';

const paidLine = {
  /** The cart that was paid. */
  cartId: objectId,
  quantity: z.number().int('A whole number, please.').min(1, 'At least one.').max(50, 'That is more than we can make.'),
  shipTo,
  /** A version of the event’s film. Default: the current one, or the next if there is none yet. */
  filmId: objectId.optional(),
};

export const createDiscOrder = contract({
  method: 'POST',
  path: '/api/v2/acutrack/orders',
  summary: 'Have a paid DVD or USB stick made and posted. The version of the film that is on it is fixed.',
  access: 'signed-in',
  body: z.object({ ...paidLine, product: z.enum(['dvd', 'usb'], 'A dvd or a usb.') }),
  response: order,
  status: 201,
  limit: 'write',
});

export const createBookOrder = contract({
  method: 'POST',
  path: '/api/v2/heirloom',
  summary: 'Have a paid video book made and posted. The version of the film that is in it is fixed.',
  access: 'signed-in',
  body: z.object({ ...paidLine, product: z.literal('videobook', 'A videobook.').default('videobook') }),
  response: order,
  status: 201,
  limit: 'write',
});

export const listOrders = contract({
  method: 'GET',
  path: LIST,
  summary: 'Your orders of things that are made and posted, newest first; of one event, if you name it.',
  access: 'signed-in',
  query: page.extend({ eventId: objectId.optional() }),
  response: z.array(order),
  beside: listMeta,
});

export const listEventOrders = contract({
  method: 'GET',
  path: '/api/v2/events/:id/orders',
  summary:
    'What was ordered for an event and how it stands, newest first, for its makers: without addresses and prices.',
  access: 'parcel.read',
  params: z.object({ id: eventRef }),
  query: z.object({ v: z.string().max(64).optional() }),
  response: z.array(glance),
  beside: listMeta,
});

export const mendOrder = contract({
  method: 'PUT',
  path: `${LIST}/:id`,
  summary: 'Mend the address of an order that its maker could not deliver; while `fixBy` asks for it. 409 otherwise.',
  access: 'signed-in',
  params: z.object({ id: objectId }),
  body: z.object({ shipTo }),
  response: order,
  limit: 'write',
});

export const cancelOrder = contract({
  method: 'DELETE',
  path: `${LIST}/:id`,
  summary: 'Cancel an order that has not gone to its maker. The money goes back. 409 afterwards.',
  access: 'signed-in',
  params: z.object({ id: objectId }),
  response: order,
  limit: 'write',
});
