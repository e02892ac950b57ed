import { type InferSchemaType, model, Schema } from 'mongoose';

const DAY = 24 * 3600;
const MONTH = 30 * DAY;

/** Stored in the database, so that any web process can show a payment page opened by another. */
const sessionSchema = new Schema(
  {
    _id: { type: String, required: true },
    amount: { type: Number, required: true },
    currency: { type: String, default: 'usd' },
    name: { type: String, required: true },
    reference: { type: String, default: null },
    metadata: { type: Map, of: String, default: {} },
    successUrl: { type: String, required: true },
    cancelUrl: { type: String, required: true },
    /** Nobody can pay afterwards. */
    expiresAt: { type: Date, default: () => new Date(Date.now() + DAY * 1000) },
    cardLast4: { type: String, default: null },
    status: { type: String, enum: ['open', 'complete', 'expired'], default: 'open' },
    /** Null until it is paid; its charge has the same id with another prefix. */
    paymentIntent: { type: String, default: null },
    /** Cents that went back. */
    refunded: { type: Number, default: 0 },
    idempotencyKey: { type: String, default: null },
    /** Hash of the request that the key came with first. */
    content: { type: String, default: null },
    createdAt: { type: Date, default: () => new Date(), expires: MONTH },
  },
  { collection: 'sandbox_stripe_sessions' },
);
const oncePerKey = { unique: true, partialFilterExpression: { idempotencyKey: { $gt: '' } } };
sessionSchema.index({ idempotencyKey: 1 }, oncePerKey);
sessionSchema.index({ paymentIntent: 1 });
sessionSchema.index({ status: 1, expiresAt: 1 });
export const SessionModel = model('SandboxStripeSession', sessionSchema);

const refundSchema = new Schema(
  {
    _id: { type: String, required: true },
    amount: { type: Number, required: true },
    currency: { type: String, required: true },
    paymentIntent: { type: String, required: true, index: true },
    reason: { type: String, default: null },
    metadata: { type: Map, of: String, default: {} },
    status: { type: String, enum: ['succeeded', 'failed'], default: 'succeeded' },
    idempotencyKey: { type: String, default: null },
    createdAt: { type: Date, default: () => new Date(), expires: MONTH },
  },
  { collection: 'sandbox_stripe_refunds' },
);
refundSchema.index({ idempotencyKey: 1 }, oncePerKey);
export const RefundModel = model('SandboxStripeRefund', refundSchema);

const disputeSchema = new Schema(
  {
    _id: { type: String, required: true },
    amount: { type: Number, required: true },
    currency: { type: String, required: true },
    paymentIntent: { type: String, required: true },
    status: { type: String, enum: ['needs_response', 'won', 'lost'], default: 'needs_response' },
    createdAt: { type: Date, default: () => new Date(), expires: MONTH },
  },
  { collection: 'sandbox_stripe_disputes' },
);
export const DisputeModel = model('SandboxStripeDispute', disputeSchema);

type StoredSession = Omit<InferSchemaType<typeof sessionSchema>, 'metadata'> & { metadata?: unknown };
type StoredRefund = Omit<InferSchemaType<typeof refundSchema>, 'metadata'> & { metadata?: unknown };

/** A session as the vendor's API answers it. @param expand names of fields that are to be whole objects */
export function toSession(session: StoredSession, appOrigin: string, expand: readonly string[] = []) {
  const isPaid = session.status === 'complete';
  const intent = session.paymentIntent ?? null;
  return {
    id: session._id,
    object: 'checkout.session',
    livemode: false,
    mode: 'payment',
    currency: session.currency,
    amount_total: session.amount,
    client_reference_id: session.reference ?? null,
    metadata: session.metadata ?? {},
    status: session.status,
    payment_status: isPaid ? 'paid' : 'unpaid',
    payment_intent: intent && expand.some((path) => path.startsWith('payment_intent')) ? toIntent(session) : intent,
    // Sessions of earlier versions have no end.
    expires_at: seconds(session.expiresAt ?? session.createdAt),
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    created: seconds(session.createdAt),
    url: session.status === 'open' ? `${appOrigin}/sandbox/pay/${session._id}` : null,
  };
}

function toIntent(session: StoredSession) {
  const { paymentIntent, amount, currency, metadata } = session;
  const latest_charge = toCharge(session);
  return {
    id: paymentIntent,
    object: 'payment_intent',
    amount,
    currency,
    metadata,
    status: 'succeeded',
    latest_charge,
  };
}

/** An attempt that a bank declined, as the webhook of its payment intent tells. */
export function toDeclinedIntent(session: StoredSession, { code, message, last4 }: DeclinedCard) {
  const { amount, currency, metadata, _id } = session;
  return {
    id: `pi_${_id.slice(-24)}`,
    object: 'payment_intent',
    amount,
    currency,
    metadata: metadata ?? {},
    status: 'requires_payment_method',
    last_payment_error: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: code,
      message,
      payment_method: { id: 'pm_sandbox', object: 'payment_method', type: 'card', card: { brand: 'visa', last4 } },
    },
  };
}

export interface DeclinedCard {
  code: string;
  message: string;
  last4: string;
}

/** The charge of a paid session. */
export function toCharge(session: StoredSession) {
  const { amount, currency, refunded, paymentIntent, metadata } = session;
  return {
    id: chargeOf(paymentIntent ?? ''),
    object: 'charge',
    livemode: false,
    amount,
    amount_refunded: refunded,
    currency,
    metadata: metadata ?? {},
    payment_intent: paymentIntent,
    refunded: refunded >= amount,
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: session.cardLast4 ?? '4242' } },
    paid: true,
    status: 'succeeded',
  };
}

export function toRefund(refund: StoredRefund) {
  const { _id, amount, currency, paymentIntent, reason, status, metadata, createdAt } = refund;
  return {
    id: _id,
    object: 'refund',
    amount,
    currency,
    charge: chargeOf(paymentIntent),
    payment_intent: paymentIntent,
    reason: reason ?? null,
    status,
    ...(status === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
    metadata: metadata ?? {},
    created: seconds(createdAt),
  };
}

export function toDispute(dispute: InferSchemaType<typeof disputeSchema>) {
  const { _id, amount, currency, paymentIntent, status, createdAt } = dispute;
  return {
    id: _id,
    object: 'dispute',
    livemode: false,
    amount,
    currency,
    charge: chargeOf(paymentIntent),
    payment_intent: paymentIntent,
    reason: 'general',
    status,
    is_charge_refundable: false,
    metadata: {},
    created: seconds(createdAt),
  };
}

function chargeOf(paymentIntent: string): string {
  return paymentIntent.replace(/^pi_/, 'ch_');
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
