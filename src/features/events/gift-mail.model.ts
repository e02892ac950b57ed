import { type InferSchemaType, model, Schema } from 'mongoose';

const giftMailSchema = new Schema(
  {
    /** Hash of address and film: one mail for each pair. */
    _id: { type: String, required: true },
    /** Hash of the address alone. */
    address: { type: String, required: true },
    deliveryId: { type: String, required: true },
    /** Counted towards the limits; until then another delivery may replace it. */
    isCounted: { type: Boolean, required: true },
    createdAt: { type: Date, required: true, expires: 400 * 24 * 3600 },
  },
  { collection: 'gift_mails' },
);
giftMailSchema.index({ deliveryId: 1 });

export type StoredGiftMail = InferSchemaType<typeof giftMailSchema>;

/** Films mailed to addresses, which are stored hashed. */
export const GiftMailModel = model('GiftMail', giftMailSchema);
