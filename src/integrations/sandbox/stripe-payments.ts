import type Stripe from 'stripe';
import {
  BLANK_CHARGE,
  BLANK_DISPUTE,
  BLANK_INTENT,
  BLANK_REFUND,
  BLANK_SESSION,
  chargedCard,
  keptCard,
} from './stripe-blanks.ts';
import type { StoredDispute, StoredRefund, StoredSession } from './stripe-store.ts';

/** A session as the vendor's API answers it. @param expand names of fields that are to be whole objects */
export function toSession(
  session: StoredSession,
  appOrigin: string,
  expand: readonly string[] = [],
): Stripe.Checkout.Session {
  const isPaid = session.status === 'complete';
  const intent = session.paymentIntent ?? null;
  return {
    ...BLANK_SESSION,
    id: session._id,
    mode: 'payment',
    currency: session.currency,
    amount_subtotal: session.amount,
    amount_total: session.amount,
    client_reference_id: session.reference ?? null,
    customer_email: session.email ?? null,
    metadata: plainMetadata(session.metadata),
    status: session.status,
    payment_status: isPaid ? 'paid' : 'unpaid',
    payment_intent: intent && expand.some((path) => path.startsWith('payment_intent')) ? toIntent(session) : intent,
    // Sessions of earlier versions have no end.
    expires_at: inSeconds(session.expiresAt ?? session.createdAt),
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    created: inSeconds(session.createdAt),
    url: session.status === 'open' ? `${appOrigin}/sandbox/pay/${session._id}` : null,
  };
}

function toIntent(session: StoredSession): Stripe.PaymentIntent {
  const { paymentIntent, amount, currency, metadata, createdAt } = session;
  const latest_charge = toCharge(session);
  return {
    ...BLANK_INTENT,
    id: paymentIntent ?? '',
    amount,
    amount_received: amount,
    created: inSeconds(createdAt),
    currency,
    metadata: plainMetadata(metadata),
    payment_method: latest_charge.payment_method,
    status: 'succeeded',
    latest_charge,
  };
}

export interface DeclinedCard {
  code: string;
  message: string;
  last4: string;
}

/** An attempt that a bank declined, as the webhook of its payment intent tells. */
export function toDeclinedIntent(session: StoredSession, { code, message, last4 }: DeclinedCard): Stripe.PaymentIntent {
  const { amount, currency, metadata, _id, createdAt } = session;
  const created = inSeconds(createdAt);
  return {
    ...BLANK_INTENT,
    id: `pi_${_id.slice(-24)}`,
    amount,
    amount_received: 0,
    created,
    currency,
    metadata: plainMetadata(metadata),
    status: 'requires_payment_method',
    latest_charge: null,
    payment_method: null,
    last_payment_error: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: code,
      message,
      payment_method: keptCard(`pm_${_id.slice(-24)}`, last4, null, created),
    },
  };
}

/** What a charge is made of; a session is. */
type Charged = Pick<
  StoredSession,
  'amount' | 'currency' | 'refunded' | 'paymentIntent' | 'metadata' | 'cardLast4' | 'createdAt'
>;

/** The charge of a payment. */
export function toCharge(charged: Charged): Stripe.Charge {
  const { amount, currency, refunded, paymentIntent, metadata, cardLast4, createdAt } = charged;
  return {
    ...BLANK_CHARGE,
    id: chargeOf(paymentIntent ?? ''),
    amount,
    amount_captured: amount,
    amount_refunded: refunded,
    created: inSeconds(createdAt),
    currency,
    metadata: plainMetadata(metadata),
    payment_intent: paymentIntent ?? null,
    payment_method: (paymentIntent ?? '').replace(/^pi_/, 'pm_'),
    refunded: refunded >= amount,
    payment_method_details: { type: 'card', card: chargedCard(cardLast4 ?? '4242') },
  };
}

export function toRefund(refund: StoredRefund): Stripe.Refund {
  const { _id, amount, currency, paymentIntent, reason, status, metadata, createdAt } = refund;
  return {
    ...BLANK_REFUND,
    id: _id,
    amount,
    currency,
    charge: chargeOf(paymentIntent),
    payment_intent: paymentIntent,
    reason: REASONS.find((each) => each === reason) ?? null,
    status,
    ...(status === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
    metadata: plainMetadata(metadata),
    created: inSeconds(createdAt),
  };
}

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export function toDispute({ _id, amount, currency, paymentIntent, status, createdAt }: StoredDispute): Stripe.Dispute {
  return {
    ...BLANK_DISPUTE,
    id: _id,
    amount,
    currency,
    charge: chargeOf(paymentIntent),
    payment_intent: paymentIntent,
    status,
    created: inSeconds(createdAt),
  };
}

/** Stored metadata, which is a map or an object. */
export function plainMetadata(metadata: unknown): Record<string, string> {
  const entries = metadata instanceof Map ? [...metadata] : Object.entries(metadata ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [String(name), String(value)]));
}

function chargeOf(paymentIntent: string): string {
  return paymentIntent.replace(/^pi_/, 'ch_');
}

export function inSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
