import { type InferSchemaType, model, Schema } from 'mongoose';

const paymentSchema = new Schema(
  {
    /** Id of the checkout session at the payment provider. */
    _id: { type: String, required: true },
    eventId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    /** Cents. */
    amount: { type: Number, required: true },
    status: { type: String, enum: ['open', 'paid', 'expired'], default: 'open' },
    /** Absent until it is paid. */
    paidAt: { type: Date },
    /** When everything that follows from the payment was done; until then a repeated webhook does it again. */
    settledAt: { type: Date },
  },
  { timestamps: true },
);
paymentSchema.index({ eventId: 1, createdAt: -1 });

export type StoredPayment = InferSchemaType<typeof paymentSchema>;
export const PaymentModel = model('Payment', paymentSchema);
