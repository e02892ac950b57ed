import { type InferSchemaType, model, Schema } from 'mongoose';

const DAY = 24 * 3600;

const paymentSchema = new Schema(
  {
    /** Id of the checkout session at the payment provider. */
    _id: { type: String, required: true },
    eventId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    /** Cents that were asked for. */
    amount: { type: Number, required: true },
    /** What the event has paid in all once this is paid, in cents; null for payments from before this was kept. */
    target: { type: Number, default: null },
    status: { type: String, enum: ['open', 'paid', 'expired'], default: 'open' },
    /** What came, in the smallest unit of its currency; null until it is paid. */
    received: {
      type: new Schema(
        { amount: { type: Number, required: true }, currency: { type: String, required: true } },
        { _id: false },
      ),
      default: null,
    },
    /** The provider's payment intent, which refunds and disputes name. */
    paymentIntent: { type: String, default: null },
    refunds: {
      type: [
        new Schema(
          {
            id: { type: String, required: true },
            amount: { type: Number, required: true },
            /** False once it failed: the money stayed. */
            isGood: { type: Boolean, required: true },
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
          },
          { _id: false },
        ),
      ],
      default: [],
    },
    /** Absent until it is paid. */
    paidAt: { type: Date },
    /** When everything that follows from the payment was done; until then a repeated webhook does it again. */
    settledAt: { type: Date },
  },
  { timestamps: true },
);
paymentSchema.index({ eventId: 1, createdAt: -1 });
paymentSchema.index({ paymentIntent: 1 });
paymentSchema.index({ userId: 1 });

export type StoredPayment = InferSchemaType<typeof paymentSchema>;
export const PaymentModel = model('Payment', paymentSchema);

const checkoutSchema = new Schema(
  {
    /** The event's id: each has one payment page at a time. */
    _id: { type: Schema.Types.ObjectId, required: true },
    /** Who works on it, and until when they may. */
    token: { type: String, default: null },
    until: { type: Date, default: () => new Date(0) },
    /** Counts the pages that were opened. */
    round: { type: Number, default: 0 },
    /** A request (JSON) that was sent and whose answer is not on record; kept so that a crash leaves no page unknown. */
    pending: { type: String, default: null },
    sessionId: { type: String, default: null },
    /** Hash of what the page was opened for. */
    content: { type: String, default: null },
    /** The provider closes pages within a day. */
    updatedAt: { type: Date, expires: 3 * DAY },
  },
  { timestamps: { createdAt: false, updatedAt: true } },
);

export type StoredCheckout = InferSchemaType<typeof checkoutSchema>;
export const CheckoutModel = model('Checkout', checkoutSchema);
