import type Stripe from 'stripe';
import { type SubscriptionMessage, toSubscriptionMessage } from './stripe-subscriptions.ts';

/** One checkout session, as far as we use it. */
export interface Payment {
  id: string;
  url: string | null;
  /** Empty for a payment of another application. */
  eventId: string;
  userId: string;
  /** Smallest unit of `currency`. */
  amount: number;
  /** ISO 4217 in lower case. */
  currency: string;
  /** Included in the amount; 0 without Stripe Tax. */
  tax: number;
  /** What we asked for, as the provider keeps it beside the session; null where it does not say. */
  asked: AskedFor | null;
  /** The order and cart that it pays; null for a film alone. */
  orderId: string | null;
  cartId: string | null;
  /** The contribution that it pays; null for anything else. */
  contributionId: string | null;
  /** Of the card, in answers that hold it; otherwise null. */
  cardLast4: string | null;
  /** Null until somebody began to pay. */
  paymentIntent: string | null;
  /** `processing`: the bank has not decided yet. */
  status: 'open' | 'processing' | 'paid' | 'expired';
}

/** What a session was opened for. */
export interface AskedFor {
  /** Cents. */
  amount: number;
  /** What the event has paid in all once this is paid, in cents. */
  target: number;
}

export interface Refund {
  id: string;
  paymentIntent: string | null;
  amount: number;
  /** False once it failed or was cancelled: the money stays with us. */
  isGood: boolean;
  /** We asked for it, because the payment was not due. */
  isExcess: boolean;
  /** The entry of a pool that we gave back by it; null for anything else. */
  entry: string | null;
  /** What we asked for it with; null for a refund by others. */
  key: string | null;
}

export interface Dispute {
  id: string;
  paymentIntent: string | null;
  amount: number;
  status: 'open' | 'won' | 'lost';
}

/** A card that was refused; the payment page stays open for another one. */
export interface Decline {
  paymentIntent: string;
  eventId: string;
  cartId: string | null;
  /** Of a contribution: its page says it all. */
  isContribution: boolean;
  /** In the bank's words. */
  reason: string;
  cardLast4: string | null;
}

/** What a webhook tells. */
export type PaymentMessage =
  | SubscriptionMessage
  | { about: 'decline'; decline: Decline }
  | { about: 'session'; payment: Payment }
  | { about: 'failed-session'; payment: Payment }
  | { about: 'refund'; refund: Refund }
  | { about: 'refunds-of'; paymentIntent: string }
  | { about: 'dispute'; dispute: Dispute };

/** A verified webhook in our words; null for a kind that we don't need. */
export function toMessage(message: Stripe.Event): PaymentMessage | null {
  const ofMembership = toSubscriptionMessage(message);
  if (ofMembership) return ofMembership;
  switch (message.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return { about: 'session', payment: toPayment(message.data.object) };
    case 'checkout.session.async_payment_failed':
      return { about: 'failed-session', payment: toPayment(message.data.object) };
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return { about: 'refund', refund: toRefund(message.data.object) };
    case 'charge.refunded': {
      // It tells a sum only; the refunds themselves are asked for.
      const paymentIntent = idOf(message.data.object.payment_intent);
      return paymentIntent === null ? null : { about: 'refunds-of', paymentIntent };
    }
    case 'payment_intent.payment_failed':
      return { about: 'decline', decline: toDecline(message.data.object) };
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return { about: 'dispute', dispute: toDispute(message.data.object) };
    default:
      return null;
  }
}

export function toPayment(session: Stripe.Checkout.Session): Payment {
  const { metadata } = session;
  const [amount, target] = [Number(metadata?.amount ?? Number.NaN), Number(metadata?.target ?? Number.NaN)];
  return {
    id: session.id,
    url: session.url,
    eventId: metadata?.eventId ?? '',
    userId: metadata?.userId ?? '',
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    tax: session.total_details?.amount_tax ?? 0,
    asked: Number.isInteger(amount) && Number.isInteger(target) ? { amount, target } : null,
    orderId: metadata?.orderId ?? null,
    cartId: metadata?.cartId ?? null,
    contributionId: metadata?.contributionId ?? null,
    cardLast4: cardOf(session.payment_intent),
    paymentIntent: idOf(session.payment_intent),
    status: statusOf(session),
  };
}

function cardOf(intent: Stripe.Checkout.Session['payment_intent']): string | null {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  return typeof charge === 'object' ? (charge?.payment_method_details?.card?.last4 ?? null) : null;
}

function toDecline({ id, metadata, last_payment_error: error }: Stripe.PaymentIntent): Decline {
  return {
    paymentIntent: id,
    eventId: metadata.eventId ?? '',
    cartId: metadata.cartId ?? null,
    isContribution: metadata.contributionId !== undefined,
    reason: error?.message ?? 'The card was declined.',
    cardLast4: error?.payment_method?.card?.last4 ?? null,
  };
}

function statusOf(session: Stripe.Checkout.Session): Payment['status'] {
  if (session.payment_status === 'paid') return 'paid';
  if (session.status !== 'complete') return session.status === 'expired' ? 'expired' : 'open';
  const intent = session.payment_intent;
  const hasFailed = typeof intent === 'object' && intent !== null && intent.status !== 'processing';
  return hasFailed ? 'expired' : 'processing';
}

/** Why a payment goes back at once, in the refund's metadata. */
export const NOT_DUE = 'not-due';

export function toRefund(refund: Stripe.Refund): Refund {
  return {
    id: refund.id,
    paymentIntent: idOf(refund.payment_intent),
    amount: refund.amount,
    isGood: refund.status !== 'failed' && refund.status !== 'canceled',
    isExcess: refund.metadata?.why === NOT_DUE,
    entry: refund.metadata?.entry ?? null,
    key: refund.metadata?.key ?? null,
  };
}

export function toDispute(dispute: Stripe.Dispute): Dispute {
  const { status } = dispute;
  // An inquiry that was closed took no money.
  const isOver = status === 'won' || status === 'warning_closed' || status === 'prevented';
  return {
    id: dispute.id,
    paymentIntent: idOf(dispute.payment_intent),
    amount: dispute.amount,
    status: status === 'lost' ? 'lost' : isOver ? 'won' : 'open',
  };
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
