import { type InferSchemaType, model, Schema } from 'mongoose';

const STUCK_BECAUSE = ['failed', 'refused'] as const;

/** Money that was to go back and did not: somebody has to find another way. */
const stuckRefundSchema = new Schema(
  {
    /** Stripe’s refund, or `not-due:PAYMENT` or `parcel:PARCEL` for one that Stripe refused to make. */
    _id: { type: String, required: true },
    /** Stripe’s checkout session, or its payment intent for a membership. */
    paymentId: { type: String, required: true },
    /** Null for a membership. */
    eventId: { type: Schema.Types.ObjectId, default: null },
    /** Who paid; null for a payment without an account. */
    userId: { type: Schema.Types.ObjectId, default: null },
    /** Smallest unit of the currency. */
    amount: { type: Number, required: true },
    /** ISO 4217, upper case. */
    currency: { type: String, required: true },
    /** `failed`: the bank did not take it. `refused`: Stripe did not make it. */
    why: { type: String, enum: STUCK_BECAUSE, required: true },
    at: { type: Date, required: true },
    /** When somebody settled it. */
    handledAt: { type: Date, default: null },
  },
  { versionKey: false, collection: 'stuck_refunds' },
);
// For the desk, the oldest first.
stuckRefundSchema.index({ handledAt: 1, at: 1 });

export type StoredStuckRefund = InferSchemaType<typeof stuckRefundSchema>;
export const StuckRefundModel = model('StuckRefund', stuckRefundSchema);
