import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import { postWebhook } from './post-webhook.ts';

export interface WebhookOptions {
  appOrigin: string;
  webhookSecret: string;
  /** Where webhooks go; known once the app listens. */
  webhookUrl: () => string;
}

/** What may happen to messages on their way. */
type Mode = 'usual' | 'twice' | 'held' | 'lost';

export interface Webhooks {
  /** Signs and delivers a message; throws unless it was accepted. */
  send(type: string, object: object): Promise<void>;
  /** Default: `usual`. `held` messages wait for `release`. */
  set(mode: Mode): void;
  /** Delivers what was held, in this order of their indexes. */
  release(order: (count: number) => readonly number[]): Promise<void>;
}

/** Webhooks of the sandbox, which can be duplicated, delayed, reordered and lost, as the vendor’s can. */
export function openWebhooks(options: WebhookOptions): Webhooks {
  let mode: Mode = 'usual';
  let held: { type: string; object: object }[] = [];
  return {
    async send(type, object) {
      if (mode === 'held') held.push({ type, object });
      if (mode === 'usual' || mode === 'twice') await deliver(type, object, options);
      if (mode === 'twice') await deliver(type, object, options);
    },
    set(next) {
      mode = next;
    },
    async release(order) {
      const messages = held;
      held = [];
      mode = 'usual';
      for (const index of order(messages.length)) {
        const message = messages[index];
        if (message) await deliver(message.type, message.object, options);
      }
    },
  };
}

async function deliver(type: string, object: object, options: WebhookOptions): Promise<void> {
  const { appOrigin, webhookSecret, webhookUrl } = options;
  const payload = JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    api_version: Stripe.API_VERSION,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object },
  });
  const signature = new Stripe('sk_test_sandbox').webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const status = await postWebhook(webhookUrl(), { appOrigin, headers, body: payload });
  if (status < 200 || status > 299) throw new Error(`The webhook was answered with ${status}`);
}
