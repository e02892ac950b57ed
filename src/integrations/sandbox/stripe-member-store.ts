import { randomBytes } from 'node:crypto';
import { type InferSchemaType, model, Schema } from 'mongoose';
import type Stripe from 'stripe';

const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;

/** A subscription with its customer, card and latest invoice; before it is paid for, its checkout session. */
const memberSchema = new Schema(
  {
    /** The session's id. */
    _id: text,
    key: { type: String, required: true, unique: true },
    /** Hash of the request. */
    content: text,
    name: text,
    amount: number,
    currency: text,
    interval: { type: String, enum: ['month', 'year'] as const, required: true },
    metadata: { type: Map, of: String, default: {} },
    successUrl: text,
    cancelUrl: text,
    session: { type: String, enum: ['open', 'complete', 'expired'] as const, default: 'open' },
    customer: text,
    subscription: text,
    status: { type: String, enum: ['incomplete', 'active', 'past_due', 'canceled'] as const, default: 'incomplete' },
    isEnding: { type: Boolean, default: false },
    /** Seconds since 1970, as everything below. */
    periodStart: { type: Number, default: 0 },
    periodEnd: { type: Number, default: 0 },
    endedAt: { type: Number, default: null },
    cardLast4: { type: String, default: '4242' },
    /** How many periods were billed: number of the latest invoice. */
    invoices: { type: Number, default: 0 },
    isPaid: { type: Boolean, default: false },
    attempts: { type: Number, default: 0 },
    createdAt: { type: Date, default: () => new Date() },
  },
  { collection: 'sandbox_stripe_members' },
);
memberSchema.index({ subscription: 1 });
memberSchema.index({ customer: 1 });

export type StoredMember = Omit<InferSchemaType<typeof memberSchema>, 'metadata'> & { metadata?: unknown };
export const MemberModel = model('SandboxStripeMember', memberSchema);

/** The vendor's test card that is always declined when it is charged later. */
export const BAD_CARD = '0341';

const DAY = 24 * 3600;

export function newId(prefix: string): string {
  return `${prefix}${randomBytes(12).toString('hex')}`;
}

export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** End of a period that begins then. */
export function periodAfter(start: number, interval: 'month' | 'year'): number {
  const date = new Date(start * 1000);
  if (interval === 'year') date.setUTCFullYear(date.getUTCFullYear() + 1);
  else date.setUTCMonth(date.getUTCMonth() + 1);
  return Math.floor(date.getTime() / 1000);
}

/* Answers have the vendor's shapes; the types of its SDK check them. */

export function toMemberSession(member: StoredMember, appOrigin: string) {
  const { _id: id, session, metadata, amount, currency, subscription, customer, successUrl, cancelUrl } = member;
  const isDone = session === 'complete';
  return {
    id,
    object: 'checkout.session',
    livemode: false,
    mode: 'subscription',
    currency,
    amount_total: amount,
    metadata: plain(metadata),
    status: session,
    payment_status: isDone ? 'paid' : 'unpaid',
    payment_intent: null,
    subscription: isDone ? subscription : null,
    customer: isDone ? customer : null,
    success_url: successUrl,
    cancel_url: cancelUrl,
    created: createdOf(member),
    url: session === 'open' ? `${appOrigin}/sandbox/subscribe/${id}` : null,
  } satisfies Partial<Stripe.Checkout.Session>;
}

/** @param expand names of fields that are to be whole objects */
export function toSubscription(member: StoredMember, expand: readonly string[] = []) {
  const { subscription, customer, status, isEnding, periodStart, periodEnd, endedAt, metadata } = member;
  const { amount, currency, interval, cardLast4 } = member;
  const method = `pm_${subscription.slice(4)}`;
  const card = { object: 'payment_method', id: method, type: 'card', card: { brand: 'visa', last4: cardLast4 } };
  return {
    id: subscription,
    object: 'subscription' as const,
    livemode: false,
    customer,
    status,
    cancel_at_period_end: isEnding,
    canceled_at: null,
    ended_at: endedAt ?? null,
    created: createdOf(member),
    currency,
    metadata: plain(metadata),
    default_payment_method: expand.includes('default_payment_method') ? card : method,
    latest_invoice: expand.includes('latest_invoice') ? toInvoice(member) : invoiceId(member),
    items: {
      object: 'list' as const,
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscription}`,
      data: [
        {
          id: `si_${subscription.slice(4)}`,
          object: 'subscription_item' as const,
          current_period_start: periodStart,
          current_period_end: periodEnd,
          quantity: 1,
          price: {
            id: `price_${subscription.slice(4)}`,
            object: 'price' as const,
            currency,
            unit_amount: amount,
            type: 'recurring' as const,
            recurring: { interval, interval_count: 1, usage_type: 'licensed' as const },
          },
        },
      ],
    },
  };
}

/** The latest invoice of a subscription. */
export function toInvoice(member: StoredMember) {
  const { subscription, customer, amount, currency, isPaid, attempts, invoices, periodStart, periodEnd } = member;
  return {
    id: invoiceId(member),
    object: 'invoice' as const,
    livemode: false,
    customer,
    currency,
    status: isPaid ? ('paid' as const) : ('open' as const),
    billing_reason: invoices > 1 ? ('subscription_cycle' as const) : ('subscription_create' as const),
    total: amount,
    total_taxes: [],
    amount_due: amount,
    amount_paid: isPaid ? amount : 0,
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: isPaid ? null : periodStart + 3 * attempts * DAY,
    period_start: periodStart,
    period_end: periodEnd,
    created: periodStart,
    status_transitions: { finalized_at: periodStart, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    parent: {
      type: 'subscription_details' as const,
      quote_details: null,
      subscription_details: { subscription, metadata: plain(member.metadata) },
    },
  } satisfies Partial<Stripe.Invoice>;
}

function invoiceId({ subscription, invoices }: StoredMember): string {
  return `in_${subscription.slice(4)}${String(invoices).padStart(3, '0')}`;
}

function createdOf({ createdAt }: StoredMember): number {
  return Math.floor(createdAt.getTime() / 1000);
}

function plain(metadata: unknown): Record<string, string> {
  return metadata instanceof Map ? Object.fromEntries(metadata) : { ...Object(metadata) };
}
