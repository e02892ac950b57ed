import { createHash, createHmac } from 'node:crypto';
import Stripe from 'stripe';
import type { Config } from '../platform/config.ts';
import { AppError } from '../platform/errors.ts';

export interface PaymentRequest {
  eventId: string;
  userId: string;
  title: string;
  /** Cents. */
  amount: number;
  email: string;
  successUrl: string;
  cancelUrl: string;
  /** The same request in the same round opens the same payment page again instead of a second one. */
  round: string;
}

export interface Payment {
  id: string;
  url: string | null;
  /** Empty for a payment that is none of ours. */
  eventId: string;
  userId: string;
  amount: number;
  status: 'open' | 'paid' | 'expired';
}

export interface Payments {
  open(request: PaymentRequest): Promise<Payment & { url: string }>;
  find(id: string): Promise<Payment | null>;
  /**
   * Verifies a webhook over its raw body and answers the payment it tells of, null for a kind of message we don't need.
   * MALFORMED when the signature is wrong or older than 300 s.
   */
  readWebhook(rawBody: Buffer, signature: string | undefined): Payment | null;
}

/** Where the vendor's API is; the sandbox's own loopback address when there are no keys. */
export interface StripeEndpoint {
  secretKey: string;
  webhookSecret: string;
  host?: string;
  port?: number;
}

/** The secret that the sandbox signs its webhooks with; the same in every process of one installation. */
export function sandboxWebhookSecret(config: Pick<Config, 'sessionSecret'>): string {
  return `whsec_${createHmac('sha256', config.sessionSecret).update('stripe sandbox').digest('hex')}`;
}

/** Payments through Stripe's official SDK. */
export function createPayments(endpoint: StripeEndpoint): Payments {
  const stripe = new Stripe(endpoint.secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(endpoint.host !== undefined && { host: endpoint.host, port: endpoint.port, protocol: 'http' as const }),
  });
  return {
    async open(request) {
      const session = await reachable(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: request.eventId,
            customer_email: request.email,
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
            metadata: { eventId: request.eventId, userId: request.userId },
            line_items: [
              {
                quantity: 1,
                price_data: { currency: 'usd', unit_amount: request.amount, product_data: { name: request.title } },
              },
            ],
          },
          { idempotencyKey: keyOf(request) },
        ),
      );
      const payment = toPayment(session);
      if (!payment.url)
        throw new AppError('PROVIDER_DOWN', { message: 'The payment page could not be opened. Please try again.' });
      return { ...payment, url: payment.url };
    },
    async find(id) {
      try {
        return toPayment(await stripe.checkout.sessions.retrieve(id));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
        throw providerDown(error);
      }
    },
    readWebhook(rawBody, signature) {
      let message: Stripe.Event;
      try {
        message = stripe.webhooks.constructEvent(rawBody, signature ?? '', endpoint.webhookSecret, 300);
      } catch (error) {
        throw new AppError('MALFORMED', { message: 'The signature of this message is not valid.', cause: error });
      }
      switch (message.type) {
        case 'checkout.session.completed':
        case 'checkout.session.async_payment_succeeded':
          return toPayment(message.data.object);
        default:
          return null;
      }
    },
  };
}

/** The provider refuses a key that comes back with another content, such as another title, so the key is made of it. */
function keyOf(request: PaymentRequest): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}

function toPayment(session: Stripe.Checkout.Session): Payment {
  const isPaid = session.payment_status === 'paid';
  return {
    id: session.id,
    url: session.url,
    eventId: session.metadata?.eventId ?? '',
    userId: session.metadata?.userId ?? '',
    amount: session.amount_total ?? 0,
    status: isPaid ? 'paid' : session.status === 'expired' ? 'expired' : 'open',
  };
}

async function reachable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw providerDown(error);
  }
}

function providerDown(cause: unknown): AppError {
  return new AppError('PROVIDER_DOWN', {
    message: 'The payment service does not answer. Nothing was charged. Please try again.',
    cause,
  });
}
