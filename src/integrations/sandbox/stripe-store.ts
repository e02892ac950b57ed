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
    email: { type: String, default: null },
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
    paymentIntent: { type: String, required: true, index: true },
    status: { type: String, enum: ['needs_response', 'won', 'lost'], default: 'needs_response' },
    createdAt: { type: Date, default: () => new Date(), expires: MONTH },
  },
  { collection: 'sandbox_stripe_disputes' },
);
export const DisputeModel = model('SandboxStripeDispute', disputeSchema);

export type StoredSession = Omit<InferSchemaType<typeof sessionSchema>, 'metadata'> & { metadata?: unknown };
export type StoredRefund = Omit<InferSchemaType<typeof refundSchema>, 'metadata'> & { metadata?: unknown };
export type StoredDispute = InferSchemaType<typeof disputeSchema>;
