import express, { Router } from 'express';
import { type AccessRule, signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type Addressed, guarded } from '../../platform/http/addresses.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import { createCheckoutSession, retrieveCheckoutSession } from '../../shared/contracts/checkout.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { atEventOf, withAccount } from '../events/event-rules.access.ts';
import { inPerson } from '../users/own-account.service.ts';
import { eventOfCart, ownCart } from './carts.ts';
import * as checkout from './checkout.service.ts';

type Asked = { cartId: string } | { eventId: string; height: 1080 | 2160 };

/** The event that is paid for; null for a cart that does not exist. */
const ofBody = ({ body }: { body: Asked; viewer: Viewer }) =>
  'cartId' in body ? eventOfCart(body.cartId) : body.eventId;

export const checkoutRoutes: RouteTable = [
  action(createCheckoutSession, {
    access: withAccount(atEventOf('event.pay', ofBody), 'Please create an account or log in before paying.'),
    requires: [inPerson],
    async run({ event, user, body }) {
      if ('cartId' in body) return checkout.openCartCheckout(await ownCart(body.cartId, user.id));
      return checkout.openCheckout(event, user, body.height === 2160 ? 'large' : null);
    },
  }),
  action(retrieveCheckoutSession, {
    access: signedInUser,
    run: ({ query, user }) => checkout.viewPayment(query.session_id, user.id),
  }),
];

export const WEBHOOK_PATH = '/api/stripe/webhook';

/** Access by the provider's signature over the raw body; adds the verified message. */
const providerSignature: AccessRule<
  'provider-signature',
  Addressed,
  { message: ReturnType<typeof checkout.readWebhook> }
> = {
  word: 'provider-signature',
  load({ req }) {
    const signature = req.headers['stripe-signature'];
    return { message: checkout.readWebhook(req.body, typeof signature === 'string' ? signature : undefined) };
  },
};

/** Receives the provider's webhooks. Needs the raw body, so it is outside the route tables. */
export function checkoutWebhookRouter(): Router {
  const router = Router();
  const take = guarded(
    { kind: 'webhook', method: 'POST', path: WEBHOOK_PATH, access: providerSignature },
    async ({ message, res }) => {
      await checkout.takeWebhook(message);
      res.json({ received: true });
    },
  );
  router.post(WEBHOOK_PATH, express.raw({ type: () => true, limit: '256kb' }), take);
  return router;
}
