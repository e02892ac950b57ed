import type Stripe from 'stripe';

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
  /** `switch`: another plan in the middle of a period. */
  reason: 'start' | 'renewal' | 'switch';
  /** Given for time that was paid and not used, which `total` has less; 0 without a switch. */
  unused: number;
  /** The invoice of that time. */
  correctsId: string | null;
  /** What was left to pay after credit from earlier. */
  due: number;
  /** How often the card was tried. */
  attempts: number;
  at: Date;
}

const STATUS: Readonly<Record<string, Subscription['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'pastDue',
  unpaid: 'pastDue',
  incomplete: 'none',
};

export function toSubscription(subscription: Stripe.Subscription): Subscription {
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

const REASON: Readonly<Record<string, SubscriptionInvoice['reason']>> = {
  subscription_cycle: 'renewal',
  subscription_update: 'switch',
};

export function toInvoice(invoice: Stripe.Invoice): SubscriptionInvoice {
  const { id, parent, status, total, total_taxes: taxes, currency, billing_reason: reason } = invoice;
  const credits = invoice.lines.data.filter(({ amount }) => amount < 0);
  return {
    id: id ?? '',
    subscriptionId: idOf(parent?.subscription_details?.subscription ?? null),
    isPaid: status === 'paid',
    total,
    tax: (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    currency: currency.toUpperCase(),
    reason: REASON[reason ?? ''] ?? 'start',
    unused: credits.reduce((sum, { amount }) => sum - amount, 0),
    correctsId: credits.map(creditedInvoice).find((credited) => credited !== null) ?? null,
    due: invoice.amount_due,
    attempts: invoice.attempt_count,
    at: dateOf(invoice.status_transitions.paid_at ?? invoice.created),
  };
}

/** The invoice that a line gives back a part of. */
function creditedInvoice({ parent }: Stripe.InvoiceLineItem): string | null {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  return details?.proration_details?.credited_items?.invoice ?? null;
}

export function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}

export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
