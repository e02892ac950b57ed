import { loadStripeSandbox, stripeSandbox } from '../../integrations/sandboxes.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { memberships, promoCodes } from '../orders/orders.parts.ts';
import { type CheckoutPages, cartForms } from './carts.forms.ts';
import { cartRoutes } from './carts.routes.ts';
import { exportCarts } from './carts.ts';
import { checkoutRoutes, checkoutWebhookRouter, WEBHOOK_PATH } from './checkout.routes.ts';
import { exportPayments, payments } from './checkout.service.ts';
import { rescueFreeCarts } from './finalize-cart.service.ts';
import { rescuePayments } from './reconcile.service.ts';
import { startPayments } from './start-payments.ts';

/** Paying for a film. */
export const checkout = defineFeature({
  name: 'checkout',
  routes: [checkoutRoutes, cartRoutes],
  forms: (screens: CheckoutPages) => cartForms(screens),
  routers: () => [checkoutWebhookRouter()],
  // Payments outlive the account, as the law requires.
  accountData: { export: { payments: exportPayments, carts: exportCarts } },
  rescue: [rescuePayments, rescueFreeCarts],
  loads: async (config) => loadStripeSandbox(config),
  needs: [payments, stripeSandbox, promoCodes, memberships],
  provides: ({ config, log, web }) =>
    startPayments(config, log, () => web?.ownUrl(WEBHOOK_PATH) ?? config.appOrigin + WEBHOOK_PATH),
});
