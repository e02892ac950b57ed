import express, { Router } from 'express';
import { type AccessRule, signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type Addressed, guarded } from '../../platform/http/addresses.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import { createCheckoutSession, retrieveCheckoutSession } from '../../shared/contracts/checkout.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { atEventOf, withAccount } from '../events/event-rules.access.ts';
import { inPerson } from '../users/own-account.service.ts';
import * as checkout from './checkout.service.ts';

const ofBody = ({ body }: { body: { eventId: string }; viewer: Viewer }) => body.eventId;

export const checkoutRoutes: RouteTable = [
  action(createCheckoutSession, {
    access: withAccount(atEventOf('event.pay', ofBody), 'Please create an account or log in before paying.'),
    requires: [inPerson],
    run: ({ event, user, body }) => checkout.openCheckout(event, user, body.height === 2160 ? 'large' : null),
  }),
  action(retrieveCheckoutSession, {
    access: signedInUser,
    run: ({ query, user }) => checkout.viewPayment(query.session_id, user.id),
  }),
];

const PATH = '/api/stripe/webhook';

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
    { kind: 'webhook', method: 'POST', path: PATH, access: providerSignature },
    async ({ message, res }) => {
      await checkout.takeWebhook(message);
      res.json({ received: true });
    },
  );
  router.post(PATH, express.raw({ type: () => true, limit: '256kb' }), take);
  return router;
}
