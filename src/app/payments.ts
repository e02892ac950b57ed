import { payments } from '../features/checkout/checkout.service.ts';
import type { StripeSandbox } from '../integrations/sandbox/stripe.ts';
import type { Sandboxes } from '../integrations/sandboxes.ts';
import { createPayments, sandboxWebhookSecret } from '../integrations/stripe.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { ProvidedPart } from '../platform/part.ts';

/**
 * Connects to Stripe, or without keys to its sandbox, through the same SDK.
 * @param webhookUrl where the sandbox reports payments
 */
export async function startPayments(
  config: Config,
  { stripe }: Pick<Sandboxes, 'stripe'>,
  log: Log,
  webhookUrl: () => string,
): Promise<{ part: ProvidedPart; sandbox: StripeSandbox | null }> {
  if (config.stripe) return { part: payments.is(createPayments(config.stripe)), sandbox: null };
  if (!stripe) throw new Error('Stripe has neither a key nor its sandbox');
  if (config.env === 'production') log.warn('STRIPE_SECRET_KEY is not set: anyone can “pay” in the sandbox');
  const webhookSecret = sandboxWebhookSecret(config);
  const sandbox = await stripe.startStripeSandbox({ appOrigin: config.appOrigin, webhookSecret, webhookUrl });
  const { host, port } = sandbox;
  return { part: payments.is(createPayments({ secretKey: 'sk_test_sandbox', webhookSecret, host, port })), sandbox };
}
