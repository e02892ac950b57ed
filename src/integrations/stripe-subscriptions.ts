import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { AppError } from '../platform/errors.ts';
import type { StripeEndpoint } from './stripe.ts';
import {
  dateOf,
  idOf,
  type Plan,
  type Subscription,
  type SubscriptionInvoice,
  toInvoice,
  toSubscription,
} from './stripe-subscription-shapes.ts';

export type { Subscription, SubscriptionInvoice } from './stripe-subscription-shapes.ts';

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

/** Another plan from a time on, with what is left of the old one taken into account. */
export interface SwitchRequest {
  subscriptionId: string;
  plan: Plan;
  /** Price of a period of the new plan, in cents. */
  amount: number;
  /** The same time gives the same sums. */
  at: Date;
}

/** What a switch of plans costs. Cents. */
export interface SwitchPrice {
  /** Charged at once. */
  due: number;
  /** For the time that was paid and not used. */
  unused: number;
  /** What of it is left for the next periods. */
  credit: number;
  periodEnd: Date;
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
  /** What a switch would cost; changes nothing. Null for an unknown subscription. */
  priceSwitch(request: SwitchRequest): Promise<SwitchPrice | null>;
  /** Switches plans and charges for it, or changes nothing: the bank's words if it declined. Idempotent by its request. */
  switchPlan(request: SwitchRequest): Promise<{ declined: string | null }>;
  /** Ends it at once; one that has ended stays so. */
  endNow(id: string): Promise<void>;
  /** The payment intent that paid an invoice; null where nothing was charged. */
  paymentOf(invoiceId: string): Promise<string | null>;
  /** The invoice that a payment intent paid; null for another kind of payment. */
  invoiceOfPayment(paymentIntent: string): Promise<string | null>;
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
export function createSubscriptions({ secretKey, hasTax, host, port }: StripeEndpoint): Subscriptions {
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(host !== undefined && { host, port, protocol: 'http' as const }),
  });
  const taxed = hasTax ? { tax_behavior: 'inclusive' as const } : {};
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
              ...(hasTax && { automatic_tax: { enabled: true } }),
              // Stripe works out no tax for a customer whose address it may not learn.
              ...(hasTax && customerId && { customer_update: { address: 'auto' as const } }),
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
                    ...taxed,
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
    async endNow(id) {
      // One that has ended is not there any more.
      await known(() => stripe.subscriptions.cancel(id));
    },
    paymentOf: (invoice) =>
      reachable(async () => {
        const found = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1 });
        return idOf(found.data[0]?.payment.payment_intent ?? null);
      }),
    priceSwitch: (request) =>
      known(async () => {
        const { subscriptionId: subscription } = request;
        const now = await stripe.subscriptions.retrieve(subscription);
        const subscription_details = changeOf(now, request, taxed);
        return toSwitchPrice(await stripe.invoices.createPreview({ subscription, subscription_details }));
      }),
    switchPlan: (request) =>
      reachable(async () => {
        const { subscriptionId: id, plan, at } = request;
        const change = changeOf(await stripe.subscriptions.retrieve(id), request, taxed);
        const idempotencyKey = createHash('sha256').update(`switch ${id} ${plan} ${at.getTime()}`).digest('hex');
        try {
          await stripe.subscriptions.update(
            id,
            { ...change, payment_behavior: 'error_if_incomplete' },
            { idempotencyKey },
          );
          return { declined: null };
        } catch (error) {
          if (error instanceof Stripe.errors.StripeCardError) return { declined: error.message };
          throw error;
        }
      }),
    invoiceOfPayment: (intent) =>
      reachable(async () => {
        const payment = { type: 'payment_intent' as const, payment_intent: intent };
        const found = await stripe.invoicePayments.list({ payment, limit: 1 });
        return idOf(found.data[0]?.invoice ?? null);
      }),
  };
}

/** The parameters of a switch, which its preview and the switch itself share. */
function changeOf(
  { items }: Stripe.Subscription,
  { plan, amount, at }: SwitchRequest,
  taxed: { tax_behavior?: 'inclusive' },
) {
  const [item] = items.data;
  if (!item) throw new Error('The subscription has no item');
  const interval = plan === 'yearly' ? ('year' as const) : ('month' as const);
  const product = idOf(item.price.product) ?? '';
  const price_data = { currency: 'usd', product, unit_amount: amount, recurring: { interval }, ...taxed };
  return {
    items: [{ id: item.id, price_data }],
    proration_behavior: 'always_invoice' as const,
    proration_date: Math.floor(at.getTime() / 1000),
  };
}

function toSwitchPrice(preview: Stripe.Invoice): SwitchPrice {
  const { due, unused, total } = toInvoice(preview);
  const ends = preview.lines.data.filter(({ amount }) => amount > 0).map(({ period }) => period.end);
  return { due, unused, credit: Math.max(0, -total), periodEnd: dateOf(Math.max(preview.created, ...ends)) };
}

function toPage({ id, url, status, subscription }: Stripe.Checkout.Session): SubscriptionPage {
  const isOver = status === 'expired' ? ('expired' as const) : ('open' as const);
  return { id, url, status: status === 'complete' ? 'complete' : isOver, subscriptionId: idOf(subscription) };
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
