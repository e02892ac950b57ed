import { loadStripeSandbox, stripeSandbox } from '../../integrations/sandboxes.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { checkoutRoutes, checkoutWebhookRouter } from './checkout.routes.ts';
import { exportPayments, payments } from './checkout.service.ts';
import { startPayments } from './start-payments.ts';

/** Paying for a film. */
export const checkout = defineFeature({
  name: 'checkout',
  routes: [checkoutRoutes],
  routers: () => [checkoutWebhookRouter()],
  // Payments outlive the account, as the law requires.
  accountData: { export: { payments: exportPayments } },
  loads: async (config, process) => process === 'web' && loadStripeSandbox(config),
  needs: [payments, stripeSandbox],
  provides: async ({ config, log, web }) =>
    web ? startPayments(config, log, () => web.ownUrl('/api/stripe/webhook')) : [],
});
