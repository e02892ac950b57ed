import * as z from 'zod';
import { contract } from '../contract.ts';
import { objectId } from './common.ts';

export const createCheckoutSession = contract({
  method: 'POST',
  path: '/api/v2/stripe/create-checkout-session',
  summary:
    'Create a payment page for a cart, or for the current price of an event’s film or of its 4K version. The film is published after payment. 409 with the cart in `error.details.cart` when its buyer agreed to another total.',
  access: 'event.pay',
  body: z.union([
    z.strictObject({ cartId: objectId }),
    z.object({ eventId: objectId, height: z.literal([1080, 2160]).default(1080) }),
  ]),
  response: z.object({ id: z.string(), url: z.string() }),
  status: 201,
  limit: 'write',
});

export const retrieveCheckoutSession = contract({
  method: 'GET',
  path: '/api/stripe/retrieve-session',
  summary: 'Whether a payment has succeeded. Read-only.',
  access: 'signed-in',
  query: z.object({ session_id: z.string().regex(/^cs_[A-Za-z0-9_]{8,128}$/, 'This is not a payment.') }),
  response: z.object({
    status: z.enum(['open', 'paid', 'expired']),
    kind: z.enum(['cart', 'film', 'membership']),
    cartId: z.string().nullable(),
    /** Null for a membership. */
    eventId: z.string().nullable(),
    amount: z.number().int(),
    currency: z.literal('USD'),
  }),
});
