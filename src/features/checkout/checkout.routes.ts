import express, { Router } from 'express';
import { type RouteTable, route } from '../../platform/http/route.ts';
import { createCheckoutSession, retrieveCheckoutSession } from '../../shared/contracts/checkout.ts';
import * as checkout from './checkout.service.ts';

export const checkoutRoutes: RouteTable = [
  route(createCheckoutSession, ({ body, viewer }) => checkout.openCheckout(body.eventId, viewer), {
    about: ({ body }) => body.eventId,
  }),
  route(retrieveCheckoutSession, ({ query, viewer }) => checkout.viewPayment(query.session_id, viewer)),
];

/** Takes the provider's webhooks. Its signature is its access; it needs the raw bytes, so it stands outside the tables. */
export function checkoutWebhookRouter(): Router {
  const router = Router();
  router.post('/api/stripe/webhook', express.raw({ type: () => true, limit: '256kb' }), async (req, res) => {
    const signature = req.headers['stripe-signature'];
    await checkout.takeWebhook(req.body, typeof signature === 'string' ? signature : undefined);
    res.json({ received: true });
  });
  return router;
}
