import { type InferSchemaType, model, Schema } from 'mongoose';

const giftMailSchema = new Schema(
  {
    /** Hash of an address and a film: one mail for each pair. */
    _id: { type: String, required: true },
    /** Hash of the address alone. */
    address: { type: String, required: true },
    deliveryId: { type: String, required: true },
    /** Past the limits; before, another delivery may take its place. */
    isCounted: { type: Boolean, required: true },
    createdAt: { type: Date, required: true, expires: 400 * 24 * 3600 },
  },
  { collection: 'gift_mails' },
);
giftMailSchema.index({ deliveryId: 1 });

export type StoredGiftMail = InferSchemaType<typeof giftMailSchema>;

/** Which films were mailed to which addresses; no address stands here. */
export const GiftMailModel = model('GiftMail', giftMailSchema);
