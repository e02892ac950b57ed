import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { AppError } from '../platform/errors.ts';
import type { StripeEndpoint } from './stripe.ts';

export type Plan = 'monthly' | 'yearly';

/** A membership, as the provider has it now. */
export interface Subscription {
  id: string;
  customerId: string;
  /** Empty for a subscription of another application. */
  userId: string;
  plan: Plan;
  status: 'active' | 'pastDue' | 'cancelled' | 'none';
  periodStart: Date;
  periodEnd: Date;
  /** It ends with the period. */
  isEnding: boolean;
  cardLast4: string | null;
  /** When a failed payment is tried again; null if it isn't. */
  nextAttempt: Date | null;
  latestInvoice: SubscriptionInvoice | null;
}

/** A payment of a membership. Amounts in the smallest unit. */
export interface SubscriptionInvoice {
  id: string;
  subscriptionId: string | null;
  isPaid: boolean;
  total: number;
  tax: number;
  /** ISO 4217 in upper case. */
  currency: string;
  isRenewal: boolean;
  /** How often the card was tried. */
  attempts: number;
  at: Date;
}

export interface SubscriptionRequest {
  userId: string;
  email: string;
  /** Known from an earlier membership; null for a new customer. */
  customerId: string | null;
  plan: Plan;
  name: string;
  /** Cents. */
  amount: number;
  successUrl: string;
  cancelUrl: string;
  /** The same request in the same round answers the page of the first try. */
  round: number;
}

/** A page on which somebody becomes a member. */
export interface SubscriptionPage {
  id: string;
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  subscriptionId: string | null;
}

export interface Subscriptions {
  /** Null where another request of the same round came first. */
  open(request: SubscriptionRequest): Promise<SubscriptionPage | null>;
  findPage(id: string): Promise<SubscriptionPage | null>;
  /** Closes a page. Answers how it stands then: it may have been completed a moment before. */
  closePage(id: string): Promise<SubscriptionPage | null>;
  /** The provider's own page for cards and receipts. */
  openPortal(customerId: string, returnUrl: string): Promise<{ id: string; url: string }>;
  find(id: string): Promise<Subscription | null>;
  findInvoice(id: string): Promise<SubscriptionInvoice | null>;
  /** Ends it with its period, or lets it go on. */
  setEnding(id: string, isEnding: boolean): Promise<void>;
}

/** Of a subscription or of one of its invoices, the provider has news; ask for them by id. */
export type SubscriptionMessage =
  | { about: 'subscription'; subscriptionId: string }
  | { about: 'subscription-invoice'; invoiceId: string };

/** A verified webhook about memberships; null for others. */
export function toSubscriptionMessage(message: Stripe.Event): SubscriptionMessage | null {
  switch (message.type) {
    case 'checkout.session.completed': {
      const { mode, subscription } = message.data.object;
      const subscriptionId = idOf(subscription);
      return mode === 'subscription' && subscriptionId ? { about: 'subscription', subscriptionId } : null;
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return { about: 'subscription', subscriptionId: message.data.object.id };
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return { about: 'subscription-invoice', invoiceId: message.data.object.id ?? '' };
    default:
      return null;
  }
}

/** Memberships through Stripe's official SDK. */
export function createSubscriptions({ secretKey, host, port }: StripeEndpoint): Subscriptions {
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(host !== undefined && { host, port, protocol: 'http' as const }),
  });
  const findPage = (id: string) => known(async () => toPage(await stripe.checkout.sessions.retrieve(id)));

  return {
    findPage,
    open: (request) =>
      reachable(async () => {
        const { userId, plan, customerId, email } = request;
        const metadata = { userId, plan };
        try {
          const session = await stripe.checkout.sessions.create(
            {
              mode: 'subscription',
              client_reference_id: userId,
              ...(customerId ? { customer: customerId } : { customer_email: email }),
              success_url: request.successUrl,
              cancel_url: request.cancelUrl,
              metadata,
              subscription_data: { metadata },
              line_items: [
                {
                  quantity: 1,
                  price_data: {
                    currency: 'usd',
                    unit_amount: request.amount,
                    recurring: { interval: plan === 'yearly' ? 'year' : 'month' },
                    product_data: { name: request.name },
                  },
                },
              ],
            },
            { idempotencyKey: createHash('sha256').update(`member ${userId} ${request.round}`).digest('hex') },
          );
          return toPage(session);
        } catch (error) {
          if (error instanceof Stripe.errors.StripeIdempotencyError) return null;
          throw error;
        }
      }),
    async closePage(id) {
      try {
        return toPage(await stripe.checkout.sessions.expire(id));
      } catch (error) {
        // Only an open page can be closed; this one was completed or has ended.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return findPage(id);
        throw providerDown(error);
      }
    },
    openPortal: (customer, returnUrl) =>
      reachable(async () => {
        const { id, url } = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
        return { id, url };
      }),
    find: (id) =>
      known(async () =>
        toSubscription(
          await stripe.subscriptions.retrieve(id, { expand: ['default_payment_method', 'latest_invoice'] }),
        ),
      ),
    findInvoice: (id) => known(async () => toInvoice(await stripe.invoices.retrieve(id))),
    setEnding: (id, isEnding) =>
      reachable(async () => {
        await stripe.subscriptions.update(id, { cancel_at_period_end: isEnding });
      }),
  };
}

const STATUS: Readonly<Record<string, Subscription['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'pastDue',
  unpaid: 'pastDue',
  incomplete: 'none',
};

function toSubscription(subscription: Stripe.Subscription): Subscription {
  const {
    id,
    customer,
    metadata,
    status,
    items,
    default_payment_method: method,
    latest_invoice: latest,
  } = subscription;
  const [item] = items.data;
  const invoice = typeof latest === 'object' ? latest : null;
  const nextAttempt = invoice?.next_payment_attempt;
  return {
    id,
    customerId: idOf(customer) ?? '',
    userId: metadata.userId ?? '',
    plan: item?.price.recurring?.interval === 'year' ? 'yearly' : 'monthly',
    status: STATUS[status] ?? 'cancelled',
    periodStart: dateOf(item?.current_period_start ?? subscription.created),
    periodEnd: dateOf(subscription.ended_at ?? item?.current_period_end ?? subscription.created),
    isEnding: subscription.cancel_at_period_end,
    cardLast4: typeof method === 'object' ? (method?.card?.last4 ?? null) : null,
    nextAttempt: nextAttempt ? dateOf(nextAttempt) : null,
    latestInvoice: invoice && toInvoice(invoice),
  };
}

function toInvoice(invoice: Stripe.Invoice): SubscriptionInvoice {
  const { id, parent, status, total, total_taxes: taxes, currency, billing_reason: reason } = invoice;
  return {
    id: id ?? '',
    subscriptionId: idOf(parent?.subscription_details?.subscription ?? null),
    isPaid: status === 'paid',
    total,
    tax: (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    currency: currency.toUpperCase(),
    isRenewal: reason === 'subscription_cycle',
    attempts: invoice.attempt_count,
    at: dateOf(invoice.status_transitions.paid_at ?? invoice.created),
  };
}

function toPage({ id, url, status, subscription }: Stripe.Checkout.Session): SubscriptionPage {
  const isOver = status === 'expired' ? ('expired' as const) : ('open' as const);
  return { id, url, status: status === 'complete' ? 'complete' : isOver, subscriptionId: idOf(subscription) };
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

async function known<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
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
