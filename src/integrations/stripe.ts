import { createHash, createHmac } from 'node:crypto';
import Stripe from 'stripe';
import type { Config } from '../platform/config.ts';
import { AppError } from '../platform/errors.ts';
import {
  type Dispute,
  NOT_DUE,
  type Payment,
  type PaymentMessage,
  type Refund,
  toDispute,
  toMessage,
  toPayment,
  toRefund,
} from './stripe-messages.ts';

export type { Decline, Dispute, Payment, Refund } from './stripe-messages.ts';

export interface PaymentRequest {
  eventId: string;
  userId: string;
  title: string;
  /** Cents. */
  amount: number;
  /** What the event has paid in all once this is paid, in cents. */
  target: number;
  /** What a cart's page is for; absent for a film alone. */
  cart?: { id: string; orderId: string; description: string };
  /** When the page closes, in seconds since 1970; absent: the provider's default of a day. */
  expiresAt?: number;
  email: string;
  successUrl: string;
  cancelUrl: string;
  /** The same request in the same round answers the payment page of the first try. */
  round: string;
}

/** A payment without an account, for something else than a film. */
export interface ContributionRequest {
  contributionId: string;
  eventId: string;
  /** Cents each. */
  lines: { name: string; amount: number }[];
  /** Null: Stripe asks for it. */
  email: string | null;
  successUrl: string;
  cancelUrl: string;
  /** When the page closes, in seconds since 1970. */
  expiresAt: number;
}

export interface RefundRequest {
  paymentIntent: string;
  /** Smallest unit of the payment's currency. */
  amount: number;
  /** The same key refunds once. */
  key: string;
  /** `not-due`: it goes back by itself; `asked`: staff give it back; `pool`: an entry of a pool; `unsent`: what can't be sent. */
  why: typeof NOT_DUE | 'asked' | 'pool' | 'unsent';
  /** The entry that a pool gives back. */
  entry?: string;
}

export interface Payments {
  /** Null where the provider refuses the request; trying it again would not help. */
  open(request: PaymentRequest): Promise<(Payment & { url: string }) | null>;
  /** The same, for one contribution: asked again, it answers the first page. */
  openContribution(request: ContributionRequest): Promise<(Payment & { url: string }) | null>;
  find(id: string): Promise<Payment | null>;
  /** Closes a payment page. Answers how the payment stands then: it may have been paid a moment before. */
  expire(id: string): Promise<Payment | null>;
  /** The session that a payment was made in; null where it was made elsewhere. */
  findByIntent(paymentIntent: string): Promise<Payment | null>;
  /** WRONG_STATE where the provider refuses it. */
  refund(request: RefundRequest): Promise<Refund>;
  refundsOf(paymentIntent: string): Promise<Refund[]>;
  disputesOf(paymentIntent: string): Promise<Dispute[]>;
  /** What there is since a time, newest first. @param since seconds since 1970 */
  sessionsSince(since: number): AsyncIterable<Payment>;
  refundsSince(since: number): AsyncIterable<Refund>;
  disputesSince(since: number): AsyncIterable<Dispute>;
  /**
   * Verifies a webhook over its raw body and answers what it tells, null for a kind of message we don't need.
   * MALFORMED when the signature is wrong or older than 300 s.
   */
  readWebhook(rawBody: Buffer, signature: string | undefined): PaymentMessage | null;
}

/** Where the vendor's API is; the sandbox's own loopback address when there are no keys. */
export interface StripeEndpoint {
  /** Let Stripe work out the tax that prices include. */
  hasTax: boolean;
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
  async function find(id: string): Promise<Payment | null> {
    try {
      return toPayment(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] }));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
      throw providerDown(error);
    }
  }

  return {
    find,
    async open(request) {
      const { amount, target, eventId, userId } = request;
      const { cart, expiresAt } = request;
      const metadata = {
        eventId,
        userId,
        amount: String(amount),
        target: String(target),
        ...(cart && { cartId: cart.id, orderId: cart.orderId }),
      };
      const session = await unlessRefused(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: eventId,
            customer_email: request.email,
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
            metadata,
            // A card statement is read by others too.
            payment_intent_data: { metadata, statement_descriptor_suffix: 'ORDER' },
            ...(expiresAt !== undefined && { expires_at: expiresAt }),
            ...(endpoint.hasTax && { automatic_tax: { enabled: true } }),
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: 'usd',
                  unit_amount: amount,
                  product_data: { name: request.title, ...(cart && { description: cart.description }) },
                  ...(endpoint.hasTax && { tax_behavior: 'inclusive' as const }),
                },
              },
            ],
          },
          { idempotencyKey: keyOf(request) },
        ),
      );
      const payment = session && toPayment(session);
      return payment?.url ? { ...payment, url: payment.url } : null;
    },
    async openContribution({ contributionId, eventId, lines, email, successUrl, cancelUrl, expiresAt }) {
      const metadata = { eventId, contributionId };
      const session = await unlessRefused(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: eventId,
            ...(email !== null && { customer_email: email }),
            success_url: successUrl,
            cancel_url: cancelUrl,
            metadata,
            payment_intent_data: { metadata, statement_descriptor_suffix: 'ORDER' },
            expires_at: expiresAt,
            line_items: lines.map(({ name, amount }) => ({
              quantity: 1,
              price_data: { currency: 'usd', unit_amount: amount, product_data: { name } },
            })),
          },
          { idempotencyKey: `contribution:${contributionId}` },
        ),
      );
      const payment = session && toPayment(session);
      return payment?.url ? { ...payment, url: payment.url } : null;
    },
    async expire(id) {
      try {
        return toPayment(await stripe.checkout.sessions.expire(id));
      } catch (error) {
        // Only an open session can be expired; this one was paid or has ended.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return find(id);
        throw providerDown(error);
      }
    },
    async findByIntent(paymentIntent) {
      const found = await reachable(() => stripe.checkout.sessions.list({ payment_intent: paymentIntent, limit: 1 }));
      return found.data[0] ? toPayment(found.data[0]) : null;
    },
    async refund({ paymentIntent, amount, key, why, entry }) {
      const reason = why === NOT_DUE ? 'duplicate' : 'requested_by_customer';
      const refund = await unlessRefused(() =>
        stripe.refunds.create(
          { payment_intent: paymentIntent, amount, reason, metadata: { why, key, ...(entry && { entry }) } },
          { idempotencyKey: key },
        ),
      );
      if (refund) return toRefund(refund);
      throw new AppError('WRONG_STATE', { message: 'Stripe refused this refund. Please look at the payment there.' });
    },
    async refundsOf(paymentIntent) {
      const found = await reachable(() => stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 }));
      return found.data.map(toRefund);
    },
    async disputesOf(paymentIntent) {
      const found = await reachable(() => stripe.disputes.list({ payment_intent: paymentIntent, limit: 100 }));
      return found.data.map(toDispute);
    },
    sessionsSince: (since) => each(stripe.checkout.sessions.list({ created: { gte: since }, limit: 100 }), toPayment),
    refundsSince: (since) => each(stripe.refunds.list({ created: { gte: since }, limit: 100 }), toRefund),
    disputesSince: (since) => each(stripe.disputes.list({ created: { gte: since }, limit: 100 }), toDispute),
    readWebhook(rawBody, signature) {
      let message: Stripe.Event;
      try {
        message = stripe.webhooks.constructEvent(rawBody, signature ?? '', endpoint.webhookSecret, 300);
      } catch (error) {
        throw new AppError('MALFORMED', { message: 'The signature of this message is not valid.', cause: error });
      }
      return toMessage(message);
    },
  };
}

/** All pages of a list, in our words. */
async function* each<V, T>(list: AsyncIterable<V>, translate: (item: V) => T): AsyncIterable<T> {
  try {
    for await (const item of list) yield translate(item);
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? providerDown(error) : error;
  }
}

/** The provider refuses a key that comes back with another content, such as another title, so the key is made of it. */
function keyOf(request: PaymentRequest): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}

async function unlessRefused<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw providerDown(error);
  }
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
    message: 'The payment service isn’t responding. You weren’t charged. Please try again.',
    cause,
  });
}
