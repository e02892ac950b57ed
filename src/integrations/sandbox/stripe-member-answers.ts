import type Stripe from 'stripe';
import { BLANK_SESSION, keptCard } from './stripe-blanks.ts';
import { BLANK_INVOICE, BLANK_LINE, BLANK_PLAN, BLANK_PRICE, BLANK_SUBSCRIPTION } from './stripe-member-blanks.ts';
import { invoiceId, type StoredMember, sumsOf } from './stripe-member-store.ts';
import { inSeconds, plainMetadata } from './stripe-payments.ts';

/* Answers about subscriptions in the vendor's shapes; the types of its SDK check them. */

const DAY = 24 * 3600;

export function toMemberSession(member: StoredMember, appOrigin: string): Stripe.Checkout.Session {
  const { _id: id, session, metadata, amount, currency, subscription, customer, successUrl, cancelUrl } = member;
  const isDone = session === 'complete';
  const created = inSeconds(member.createdAt);
  return {
    ...BLANK_SESSION,
    id,
    mode: 'subscription',
    currency,
    amount_subtotal: amount,
    amount_total: amount,
    client_reference_id: plainMetadata(metadata).userId ?? null,
    metadata: plainMetadata(metadata),
    status: session,
    payment_status: isDone ? 'paid' : 'unpaid',
    subscription: isDone ? subscription : null,
    invoice: isDone ? invoiceId(member, 1) : null,
    customer: isDone ? customer : null,
    customer_creation: 'always',
    payment_method_collection: 'always',
    success_url: successUrl,
    cancel_url: cancelUrl,
    created,
    expires_at: created + DAY,
    url: session === 'open' ? `${appOrigin}/sandbox/subscribe/${id}` : null,
  };
}

/** @param expand names of fields that are to be whole objects */
export function toSubscription(member: StoredMember, expand: readonly string[] = []): Stripe.Subscription {
  const { subscription, customer, status, isEnding, periodStart, periodEnd, endedAt, metadata, currency } = member;
  const method = `pm_${subscription.slice(4)}`;
  const created = inSeconds(member.createdAt);
  const item: Stripe.SubscriptionItem = {
    id: `si_${subscription.slice(4)}`,
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_start: periodStart,
    current_period_end: periodEnd,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toPlan(member),
    price: toPrice(member),
    quantity: 1,
    subscription,
    tax_rates: [],
  };
  return {
    ...BLANK_SUBSCRIPTION,
    id: subscription,
    billing_cycle_anchor: periodStart,
    cancel_at: isEnding ? periodEnd : null,
    cancel_at_period_end: isEnding,
    created,
    currency,
    customer,
    default_payment_method: expand.includes('default_payment_method')
      ? keptCard(method, member.cardLast4, customer, created)
      : method,
    ended_at: endedAt ?? null,
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscription}`,
      data: [item],
    },
    latest_invoice: expand.includes('latest_invoice') ? toInvoice(member) : invoiceId(member, member.invoices),
    metadata: plainMetadata(metadata),
    start_date: created,
    status,
  };
}

const productOf = ({ subscription }: StoredMember) => `prod_${subscription.slice(4)}`;
const priceOf = ({ subscription, interval }: StoredMember) => `price_${subscription.slice(4)}${interval}`;

function toPrice(member: StoredMember): Stripe.Price {
  const { currency, amount, interval } = member;
  return {
    ...BLANK_PRICE,
    id: priceOf(member),
    created: inSeconds(member.createdAt),
    currency,
    product: productOf(member),
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    unit_amount: amount,
  };
}

function toPlan(member: StoredMember): Stripe.Plan {
  const { currency, amount, interval, createdAt } = member;
  const facts = { id: priceOf(member), amount, created: inSeconds(createdAt), currency, interval };
  return { ...BLANK_PLAN, ...facts, product: productOf(member) };
}

/** The latest invoice of a subscription. */
export function toInvoice(member: StoredMember): Stripe.Invoice {
  const { subscription, customer, currency, isPaid, attempts, invoices, periodStart, periodEnd, balance } = member;
  const { total, due, credit } = sumsOf(member);
  const id = invoiceId(member, invoices);
  return {
    ...BLANK_INVOICE,
    id,
    amount_due: due,
    amount_paid: isPaid ? due : 0,
    amount_remaining: isPaid ? 0 : due,
    attempt_count: attempts,
    billing_reason: member.reason ?? 'subscription_create',
    created: periodStart,
    currency,
    customer,
    ending_balance: -credit,
    lines: {
      object: 'list',
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
      data: [...(member.unused > 0 ? [unusedLine(member)] : []), periodLine(member)],
    },
    next_payment_attempt: isPaid ? null : periodStart + 3 * attempts * DAY,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription, metadata: plainMetadata(member.metadata) },
    },
    period_end: periodEnd,
    period_start: periodStart,
    starting_balance: -balance,
    status: isPaid ? 'paid' : 'open',
    status_transitions: { finalized_at: periodStart, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  };
}

function periodLine(member: StoredMember): Stripe.InvoiceLineItem {
  const { amount, periodStart: start, periodEnd: end } = member;
  return lineOf(member, { amount, period: { start, end }, credited: null });
}

/** What is given back for time that was paid and not used. */
function unusedLine(member: StoredMember): Stripe.InvoiceLineItem {
  const { unused, unusedOf, periodStart } = member;
  const credited = invoiceId(member, unusedOf);
  return lineOf(member, { amount: -unused, period: { start: periodStart, end: periodStart }, credited });
}

function lineOf(
  member: StoredMember,
  { amount, period, credited }: Pick<Stripe.InvoiceLineItem, 'amount' | 'period'> & { credited: string | null },
): Stripe.InvoiceLineItem {
  const { subscription, currency, invoices, name } = member;
  const isCredit = credited !== null;
  return {
    ...BLANK_LINE,
    id: `il_${subscription.slice(4)}${invoices}${isCredit ? 'c' : ''}`,
    amount,
    currency,
    description: isCredit ? `Unused time on ${name}` : `1 × ${name}`,
    invoice: invoiceId(member, invoices),
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isCredit,
        proration_details: {
          credited_items: isCredit ? { invoice: credited, invoice_line_items: [`il_${subscription.slice(4)}`] } : null,
        },
        subscription,
        subscription_item: `si_${subscription.slice(4)}`,
      },
    },
    period,
    subscription,
    subtotal: amount,
  };
}

/** Payments of an invoice: one, by the intent of the same id. */
export function toInvoicePayment(member: StoredMember, number: number): Stripe.InvoicePayment {
  const { currency, periodStart } = member;
  const id = invoiceId(member, number);
  const { due } = sumsOf(member);
  return {
    id: id.replace(/^in_/, 'inpay_'),
    object: 'invoice_payment',
    amount_paid: due,
    amount_requested: due,
    created: periodStart,
    currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: id.replace(/^in_/, 'pi_') },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: periodStart },
  };
}
