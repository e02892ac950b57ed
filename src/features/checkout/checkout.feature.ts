import { loadStripeSandbox, stripeSandbox } from '../../integrations/sandboxes.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount } from '../../platform/manifest/personal-data.ts';
import { memberships, promoCodes } from '../orders/orders.parts.ts';
import { type CheckoutPages, cartForms } from './carts.forms.ts';
import { cartRoutes } from './carts.routes.ts';
import { exportCarts, forgetCarts } from './carts.ts';
import { checkoutRoutes, checkoutWebhookRouter, WEBHOOK_PATH } from './checkout.routes.ts';
import { exportPayments, payments } from './checkout.service.ts';
import { rescueFreeCarts } from './finalize-cart.service.ts';
import { reconcileAndLog, rescuePayments } from './reconcile.service.ts';
import { staffPaymentRoutes } from './staff-payments.routes.ts';
import { startPayments } from './start-payments.ts';

/** Paying for a film. */
export const checkout = defineFeature({
  name: 'checkout',
  routes: [checkoutRoutes, cartRoutes, staffPaymentRoutes],
  forms: (screens: CheckoutPages) => cartForms(screens),
  routers: () => [checkoutWebhookRouter()],
  // Payments outlive the account, as the law requires.
  accountData: {
    fields: {
      'carts.email': byAccount('carts'),
      'carts.shipTo.name': byAccount('carts'),
      'carts.shipTo.phone': byAccount('carts'),
    },
    export: { payments: exportPayments, carts: exportCarts },
    purge: ({ userId }) => forgetCarts(userId),
  },
  rescue: [rescuePayments, rescueFreeCarts],
  cleanUp: [reconcileAndLog],
  loads: async (config) => loadStripeSandbox(config),
  needs: [payments, stripeSandbox, promoCodes, memberships],
  provides: ({ config, log, web }) =>
    startPayments(config, log, () => web?.ownUrl(WEBHOOK_PATH) ?? config.appOrigin + WEBHOOK_PATH),
});
