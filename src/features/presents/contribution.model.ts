import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { CONTRIBUTION_KINDS, CONTRIBUTION_STATUSES } from '../../shared/presents.ts';

const WEEK = 7 * 24 * 3600;

const optional = { type: String, default: null } as const;
const cents = { type: Number, required: true } as const;

/** What somebody pays for a recipient: money for the pool, or trees. Kept as the law requires, like other payments. */
const contributionSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, enum: CONTRIBUTION_KINDS, required: true },
    amount: cents,
    fee: cents,
    quantity: { type: Number, required: true },
    name: { type: String, required: true },
    email: optional,
    message: optional,
    anonymous: { type: Boolean, required: true },
    status: { type: String, enum: CONTRIBUTION_STATUSES, default: 'pending' },
    /** Stripe's checkout session, or `order:PAYMENT` for trees of a cart; null until a page was opened. */
    paymentId: optional,
    paymentIntent: optional,
    paidAt: { type: Date, default: null },
    /** When all follow-ups of the payment were done. */
    settledAt: { type: Date, default: null },
    refunds: {
      type: [
        new Schema(
          { id: { type: String, required: true }, amount: cents, isGood: { type: Boolean, required: true } },
          { _id: false },
        ),
      ],
      default: [],
    },
    /** Entries of the pool’s account that were refunded. */
    returned: { type: [String], default: [] },
    disputes: {
      type: [
        new Schema(
          {
            id: { type: String, required: true },
            amount: cents,
            status: { type: String, enum: ['open', 'won', 'lost'] as const, required: true },
          },
          { _id: false },
        ),
      ],
      default: [],
    },
    /** Trees: when the partner took the order, and where they can be seen. */
    plantedAt: { type: Date, default: null },
    treeUrl: optional,
    /** Absent once it is paid; webhooks come within days. */
    expiresAt: { type: Date, expires: WEEK, default: () => new Date() },
  },
  { timestamps: true },
);
contributionSchema.index({ eventId: 1, status: 1, _id: -1 });
contributionSchema.index({ paymentIntent: 1 });
contributionSchema.index({ paymentId: 1 }, { unique: true, partialFilterExpression: { paymentId: { $gt: '' } } });
contributionSchema.index({ 'disputes.status': 1 });
contributionSchema.index({ kind: 1, status: 1, plantedAt: 1 });
contributionSchema.index({ settledAt: 1, paidAt: 1 });
contributionSchema.index({ email: 1 }, { partialFilterExpression: { email: { $gt: '' } } });

export type StoredContribution = InferSchemaType<typeof contributionSchema> & { _id: Types.ObjectId };
export const ContributionModel = model('Contribution', contributionSchema);
