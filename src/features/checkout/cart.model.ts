import { model, Schema, type Types } from 'mongoose';
import { ADD_ON_IDS } from '../../shared/catalogue.ts';
import { type Address, CART_STATUSES, type Cart, type CartStatus, PACKAGE_IDS } from '../../shared/contracts/carts.ts';

const optional = { type: String, default: null } as const;

const addressSchema = new Schema(
  {
    name: { type: String, required: true },
    line1: { type: String, required: true },
    line2: optional,
    city: { type: String, default: '' },
    region: optional,
    postalCode: optional,
    country: { type: String, required: true },
    phone: optional,
  },
  { _id: false },
);

const addOnSchema = new Schema(
  {
    id: { type: String, enum: ADD_ON_IDS, required: true },
    quantity: { type: Number, required: true },
    options: { type: Map, of: String, default: {} },
  },
  { _id: false },
);

/** What somebody wants to buy for an event. Prices are never stored here: an order has them. */
export interface StoredCart {
  _id: Types.ObjectId;
  eventId: Types.ObjectId;
  userId: Types.ObjectId;
  /** `EVENT:USER`, or the thing it is for, while it can be changed: one such cart for each. Absent afterwards. */
  openKey?: string;
  /** Absent: it has the film, too. */
  isThingsOnly?: boolean;
  status: CartStatus;
  packageId: Cart['packageId'];
  addons: Cart['addons'];
  promoCode: string | null;
  email: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  postalCode: string | null;
  shipTo: Address | null;
  note: string | null;
  /** Cents that the buyer agreed to; its payment page opens for nothing else. Absent until then, and after a change. */
  acceptedTotal?: number;
  /** The one payment that counts, or `cart:ID` for an order of $0; null until then. */
  paidBy: string | null;
  /** What was bought; null until then. */
  orderId: string | null;
  /** Absent until all that follows from it was done. */
  settledAt?: Date;
  createdAt: Date;
  updatedAt: Date;
}

const cartSchema = new Schema<StoredCart>(
  {
    eventId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    openKey: { type: String },
    isThingsOnly: { type: Boolean },
    status: { type: String, enum: CART_STATUSES, default: 'open' },
    packageId: { type: String, enum: [...PACKAGE_IDS, null], default: null },
    addons: { type: [addOnSchema], default: [] },
    promoCode: optional,
    email: { type: String, required: true },
    country: { type: String, required: true },
    postalCode: optional,
    shipTo: { type: addressSchema, default: null },
    note: optional,
    acceptedTotal: { type: Number },
    paidBy: optional,
    orderId: optional,
    settledAt: { type: Date },
  },
  { timestamps: true },
);
cartSchema.index({ openKey: 1 }, { unique: true, partialFilterExpression: { openKey: { $gt: '' } } });
cartSchema.index({ eventId: 1, createdAt: -1 });
cartSchema.index({ userId: 1 });
// For the rescue of carts of $0 that a crash left half settled.
cartSchema.index({ status: 1, settledAt: 1 });

export const CartModel = model<StoredCart>('Cart', cartSchema);
