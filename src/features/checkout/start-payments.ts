import { loadStripeSandbox, stripeSandbox } from '../../integrations/sandboxes.ts';
import { createPayments, sandboxWebhookSecret } from '../../integrations/stripe.ts';
import { createSubscriptions } from '../../integrations/stripe-subscriptions.ts';
import type { Config } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import type { ProvidedPart } from '../../platform/part.ts';
import { subscriptions } from '../membership/membership.parts.ts';
import { payments } from '../orders/payments.parts.ts';

/**
 * Connects to Stripe, or without keys to its sandbox, through the same SDK.
 * @param webhookUrl where the sandbox reports payments
 */
export async function startPayments(config: Config, log: Log, webhookUrl: () => string): Promise<ProvidedPart[]> {
  if (config.stripe) {
    const { stripe } = config;
    return [payments.is(createPayments(stripe)), subscriptions.is(createSubscriptions(stripe)), stripeSandbox.is(null)];
  }
  const loaded = await loadStripeSandbox(config);
  if (!loaded) throw new Error('Stripe has neither a key nor its sandbox');
  if (config.env === 'production') log.warn('STRIPE_SECRET_KEY is not set: anyone can “pay” in the sandbox');
  const webhookSecret = sandboxWebhookSecret(config);
  const sandbox = await loaded.startStripeSandbox({ appOrigin: config.appOrigin, webhookSecret, webhookUrl });
  const { host, port } = sandbox;
  const endpoint = { secretKey: 'sk_test_sandbox', hasTax: false, webhookSecret, host, port };
  return [
    payments.is(createPayments(endpoint)),
    subscriptions.is(createSubscriptions(endpoint)),
    stripeSandbox.is(sandbox, () => sandbox.stop()),
  ];
}
