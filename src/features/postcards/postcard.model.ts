import { type InferSchemaType, model, Schema, type Types } from 'mongoose';
import { keysOf } from '../../shared/known-values.ts';
import { HANDS, POSTCARD_STATUSES } from '../../shared/postcards.ts';
import { ADDRESS_FIELDS } from '../profiles/postal-address.service.ts';

const optional = { type: String, default: null } as const;

const addressSchema = new Schema(ADDRESS_FIELDS, { _id: false });

const frontSchema = new Schema(
  {
    /** Clip of the event; null until one is chosen. */
    mediaId: optional,
    /** Second of a video; null for its poster's. */
    at: { type: Number, default: null },
    crop: {
      x: { type: Number, default: 0.5 },
      y: { type: Number, default: 0.5 },
      zoom: { type: Number, default: 1 },
    },
    caption: optional,
    /** The picture's own copy in the file store, and its size in pixels. */
    key: optional,
    width: { type: Number, default: 0 },
    height: { type: Number, default: 0 },
  },
  { _id: false },
);

const postcardSchema = new Schema(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    /** Who started it; null without an account. */
    userId: { type: Schema.Types.ObjectId, default: null },
    templateId: { type: String, required: true },
    hand: { type: String, enum: keysOf(HANDS), required: true },
    front: { type: frontSchema, required: true },
    message: { type: String, default: '' },
    to: { type: addressSchema, default: null },
    from: { type: String, default: '' },
    sendAt: { type: Date, default: null },
    status: { type: String, enum: POSTCARD_STATUSES, default: 'draft' },
    trackingUrl: optional,
    /** Its writer's account is gone, and somebody else has paid for it: it goes once its parcel is over. */
    isOrphaned: { type: Boolean, default: false },
    /** While it is being turned into a parcel. */
    postingAt: { type: Date },
    /** Counts changes, for the addresses of its pictures. */
    revision: { type: Number, default: 0 },
  },
  { timestamps: true },
);
postcardSchema.index({ eventId: 1, _id: -1 });
postcardSchema.index({ userId: 1, _id: 1 });
postcardSchema.index({ postingAt: 1 });

export type StoredPostcard = InferSchemaType<typeof postcardSchema> & { _id: Types.ObjectId };
export const PostcardModel = model('Postcard', postcardSchema);
