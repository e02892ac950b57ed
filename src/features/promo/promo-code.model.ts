import { type InferSchemaType, model, Schema } from 'mongoose';
import { OCCASION_TYPES } from '../../shared/occasions.ts';
import { PROMO, PROMO_KINDS } from '../../shared/promo.ts';

const useSchema = new Schema(
  {
    cartId: { type: String, required: true },
    userId: { type: String, required: true },
    /** End of a reservation, while its payment page is open; null once it is paid. */
    heldUntil: { type: Date, default: null },
  },
  { _id: false },
);

const earnedSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    /** Contributor key of the sender. */
    by: { type: String, required: true },
    /** When one of their clips was first ready; null until then, while the code is invalid. */
    at: { type: Date, default: null },
  },
  { _id: false },
);

const promoCodeSchema = new Schema(
  {
    /** The code, as `plainCode` writes it. */
    _id: { type: String, required: true },
    kind: { type: String, enum: PROMO_KINDS, required: true },
    /** Percent or cents. */
    value: { type: Number, required: true },
    startsAt: { type: Date, default: null },
    endsAt: { type: Date, default: null },
    maxUses: { type: Number, required: true, max: PROMO.usesMax },
    perUser: { type: Number, required: true },
    occasions: { type: [{ type: String, enum: OCCASION_TYPES }], default: [] },
    packages: { type: [String], default: [] },
    ownerUserId: { type: Schema.Types.ObjectId, default: null },
    source: { type: String, enum: ['staff', 'contributor', 'referral'] as const, required: true },
    earned: { type: earnedSchema, default: null },
    /** Carts that are paid, or being paid. In the code itself, so that the last use is taken by one update. */
    uses: { type: [useSchema], default: [] },
    /** Raised with `uses`, for optimistic locking. */
    version: { type: Number, default: 0 },
  },
  { timestamps: true, versionKey: false, collection: 'promo_codes' },
);
promoCodeSchema.index({ ownerUserId: 1, createdAt: -1 });
promoCodeSchema.index({ source: 1, createdAt: -1 });
promoCodeSchema.index({ 'uses.cartId': 1 });
promoCodeSchema.index(
  { 'earned.eventId': 1, 'earned.by': 1 },
  { unique: true, partialFilterExpression: { 'earned.by': { $gt: '' } } },
);

export type StoredPromoCode = InferSchemaType<typeof promoCodeSchema>;
export const PromoCodeModel = model('PromoCode', promoCodeSchema);
