import { model, Schema, type Types } from 'mongoose';
import { PARCEL_MAKERS, PARCEL_PRODUCTS, type ParcelMaker, type ParcelProduct } from '../../shared/contracts/orders.ts';
import type { PostalAddress } from '../../shared/contracts/postcards.ts';
import { PARCEL_STATUS, type ParcelStatus } from '../../shared/transitions.ts';
import { ADDRESS_FIELDS } from '../profiles/postal-address.service.ts';

/** Something that is made and posted; on the wire an order. */
export interface StoredParcel {
  _id: Types.ObjectId;
  eventId: Types.ObjectId;
  /** Who paid. */
  userId: Types.ObjectId;
  /** What paid for it: pieces `slot` and following of a line of this cart. */
  cartId: Types.ObjectId;
  paymentId: string;
  product: ParcelProduct;
  slot: number;
  quantity: number;
  maker: ParcelMaker;
  /** Null for anything else. */
  postcardId: Types.ObjectId | null;
  shipTo: PostalAddress;
  /** Null until its version is fixed. */
  filmId: Types.ObjectId | null;
  /** The film that is too old for it: what was paid for with it is still to be made. Null: it takes the current one. */
  tooOldFilmId: Types.ObjectId | null;
  status: ParcelStatus;
  /** When it goes to its maker. */
  dueAt: Date | null;
  /** Since when it should be at its maker and could not be made; null unless that failed. */
  lateSince: Date | null;
  /** Its maker refused the address: until when its buyer can mend it. Null where nothing is asked. */
  fixBy: Date | null;
  /** How often the address was mended. */
  tries: number;
  /** It may have reached its maker: nobody can take it back. */
  claimedAt: Date | null;
  makerId: string | null;
  trackingUrl: string | null;
  events: { at: Date; status: ParcelStatus; text: string }[];
  /** Cents that it was paid with. */
  amount: number;
  /** `due` until the money went back. */
  refund: 'none' | 'due' | 'done';
  /** Due money is not looked after before; null: at once. */
  refundAt: Date | null;
  /** Files for its maker are in the store. */
  hasFiles: boolean;
  /** False until everybody has heard of its status. */
  isTold: boolean;
  /** When its maker is asked next. */
  lookAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const optional = { type: String, default: null } as const;
const status = { type: String, enum: PARCEL_STATUS, required: true } as const;
const moment = { type: Date, default: null } as const;

const addressSchema = new Schema(ADDRESS_FIELDS, { _id: false });

const parcelSchema = new Schema<StoredParcel>(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    cartId: { type: Schema.Types.ObjectId, required: true },
    paymentId: { type: String, required: true },
    product: { type: String, enum: PARCEL_PRODUCTS, required: true },
    slot: { type: Number, required: true },
    quantity: { type: Number, required: true },
    maker: { type: String, enum: PARCEL_MAKERS, required: true },
    postcardId: { type: Schema.Types.ObjectId, default: null },
    shipTo: { type: addressSchema, required: true },
    filmId: { type: Schema.Types.ObjectId, default: null },
    tooOldFilmId: { type: Schema.Types.ObjectId, default: null },
    status,
    dueAt: moment,
    lateSince: moment,
    fixBy: moment,
    tries: { type: Number, default: 0 },
    claimedAt: moment,
    makerId: optional,
    trackingUrl: optional,
    events: {
      type: [new Schema({ at: Date, status, text: { type: String, required: true } }, { _id: false })],
      default: [],
    },
    amount: { type: Number, required: true },
    refund: { type: String, enum: ['none', 'due', 'done'], default: 'none' },
    refundAt: moment,
    hasFiles: { type: Boolean, default: false },
    isTold: { type: Boolean, default: true },
    lookAt: moment,
  },
  { timestamps: true, collection: 'parcels' },
);
// Two requests never take the same piece of a paid line.
parcelSchema.index({ cartId: 1, product: 1, slot: 1 }, { unique: true });
parcelSchema.index({ eventId: 1, _id: -1 });
parcelSchema.index({ userId: 1, _id: -1 });
parcelSchema.index({ status: 1, dueAt: 1 });
parcelSchema.index({ lookAt: 1 });
parcelSchema.index({ fixBy: 1 });
parcelSchema.index({ refund: 1 });
parcelSchema.index({ isTold: 1, updatedAt: 1 });
parcelSchema.index({ hasFiles: 1, status: 1 });
parcelSchema.index({ makerId: 1 });
parcelSchema.index({ postcardId: 1 });

export const ParcelModel = model<StoredParcel>('Parcel', parcelSchema);
