import { defineFeature } from '../../platform/manifest/feature.ts';
import { checkoutRoutes, checkoutWebhookRouter } from './checkout.routes.ts';
import { exportPayments, payments } from './checkout.service.ts';

/** Paying for a film. */
export const checkout = defineFeature({
  name: 'checkout',
  routes: [checkoutRoutes],
  routers: () => [checkoutWebhookRouter()],
  // Payments outlive the account, as the law requires.
  accountData: { export: { payments: exportPayments } },
  needs: [payments],
});
