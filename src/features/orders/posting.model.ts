import { type InferSchemaType, model, Schema } from 'mongoose';
import { LEDGER_ACCOUNTS } from './ledger-entries.service.ts';

/** One event of money, in entries that add up to 0. Only ever inserted. */
const postingSchema = new Schema(
  {
    /** Idempotency key, such as `payment:cs_...`. */
    _id: { type: String, required: true },
    /** Null for a membership. */
    eventId: { type: Schema.Types.ObjectId, default: null },
    /** Stripe's checkout session, `cart:ID` for an order of $0, or `membership:ID` of its invoice. */
    paymentId: { type: String, required: true },
    /** ISO 4217, upper case. */
    currency: { type: String, required: true },
    entries: {
      type: [
        new Schema(
          {
            account: { type: String, enum: LEDGER_ACCOUNTS, required: true },
            /** Smallest unit of the currency. Above zero: debit. */
            amount: { type: Number, required: true },
          },
          { _id: false },
        ),
      ],
      required: true,
    },
    at: { type: Date, required: true },
  },
  { versionKey: false, collection: 'ledger_postings' },
);
postingSchema.index({ paymentId: 1 });
postingSchema.index({ eventId: 1, at: 1 });

export type StoredPosting = InferSchemaType<typeof postingSchema>;
export const PostingModel = model('LedgerPosting', postingSchema);
