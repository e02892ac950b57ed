import { type InferSchemaType, model, Schema } from 'mongoose';

/** A bank's claim for a payment of a membership. */
const disputeSchema = new Schema(
  {
    /** Stripe's id. */
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    /** Stripe's invoice. */
    invoiceId: { type: String, required: true },
    /** Smallest unit of the currency. */
    amount: { type: Number, required: true },
    /** ISO 4217, upper case. */
    currency: { type: String, required: true },
    status: { type: String, enum: ['open', 'won', 'lost'] as const, default: 'open' },
    /** When the payment was made. */
    paidAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'membership_disputes' },
);
// For the desk, the oldest payment first.
disputeSchema.index({ status: 1, paidAt: 1 });
disputeSchema.index({ userId: 1, paidAt: 1 });

export type StoredMembershipDispute = InferSchemaType<typeof disputeSchema>;
export const MembershipDisputeModel = model('MembershipDispute', disputeSchema);
