import { type InferSchemaType, model, Schema } from 'mongoose';

const DAY = 24 * 3600;

const paymentSchema = new Schema(
  {
    /** The provider's checkout session id. */
    _id: { type: String, required: true },
    eventId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    /** Amount requested, in cents. */
    amount: { type: Number, required: true },
    /** Total that the event has paid after this payment, in cents; null for older payments. */
    target: { type: Number, default: null },
    /** What was agreed; null for a film that is paid without a cart. */
    orderId: { type: String, default: null },
    cartId: { type: Schema.Types.ObjectId, default: null },
    status: { type: String, enum: ['open', 'paid', 'expired'], default: 'open' },
    /** Cents that were received without being due; absent until it is settled. */
    excess: { type: Number },
    cardLast4: { type: String, default: null },
    /** Cents of tax in what was received. */
    tax: { type: Number, default: 0 },
    /** The last attempt that a bank declined, in its words; null without one. */
    decline: {
      type: new Schema(
        { reason: { type: String, required: true }, cardLast4: { type: String, default: null } },
        { _id: false },
      ),
      default: null,
    },
    /** Amount received, in the smallest unit of its currency; null until it is paid. */
    received: {
      type: new Schema(
        { amount: { type: Number, required: true }, currency: { type: String, required: true } },
        { _id: false },
      ),
      default: null,
    },
    /** The provider's payment intent, referenced by refunds and disputes. */
    paymentIntent: { type: String, default: null },
    refunds: {
      type: [
        new Schema(
          {
            id: { type: String, required: true },
            amount: { type: Number, required: true },
            /** Of a payment that was not due. */
            isExcess: { type: Boolean, default: false },
            /** False when the refund failed. */
            isGood: { type: Boolean, required: true },
            /** Cents of it that were not due. */
            owed: { type: Number },
          },
          { _id: false },
        ),
      ],
      default: [],
    },
    disputes: {
      type: [
        new Schema(
          {
            id: { type: String, required: true },
            amount: { type: Number, required: true },
            status: { type: String, enum: ['open', 'won', 'lost'] as const, required: true },
            /** Cents of a lost one that were not due. */
            owed: { type: Number },
          },
          { _id: false },
        ),
      ],
      default: [],
    },
    /** Counts changes of refunds and disputes, which are made one at a time. */
    returns: { type: Number },
    /** Absent until it is paid. */
    paidAt: { type: Date },
    /** When all follow-ups were done; until then a repeated webhook repeats them. */
    settledAt: { type: Date },
  },
  { timestamps: true },
);
paymentSchema.index({ eventId: 1, createdAt: -1 });
paymentSchema.index({ paymentIntent: 1 });
// For the desk, newest first.
paymentSchema.index({ paidAt: -1, _id: 1 });
paymentSchema.index({ userId: 1 });
paymentSchema.index({ cartId: 1, createdAt: -1 });
paymentSchema.index({ 'disputes.status': 1 });
// For the rescue of payments that a crash left half booked.
paymentSchema.index({ settledAt: 1, paidAt: 1 });

export type StoredPayment = InferSchemaType<typeof paymentSchema>;
export const PaymentModel = model('Payment', paymentSchema);

const checkoutSchema = new Schema(
  {
    /** Event id: one payment page for each event. */
    _id: { type: Schema.Types.ObjectId, required: true },
    /** Holder and end of the lock. */
    token: { type: String, default: null },
    until: { type: Date, default: () => new Date(0) },
    /** Number of pages opened. */
    round: { type: Number, default: 0 },
    /** A request (JSON) without a stored answer, so that a page opened before a crash is found. */
    pending: { type: String, default: null },
    sessionId: { type: String, default: null },
    /** Hash of the page's request. */
    content: { type: String, default: null },
    /** The provider closes pages within a day. */
    updatedAt: { type: Date, expires: 3 * DAY },
  },
  { timestamps: { createdAt: false, updatedAt: true } },
);

export type StoredCheckout = InferSchemaType<typeof checkoutSchema>;
export const CheckoutModel = model('Checkout', checkoutSchema);
