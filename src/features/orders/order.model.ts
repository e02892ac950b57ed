import { type InferSchemaType, model, Schema } from 'mongoose';
import { LINE_KINDS } from '../../shared/order-lines.ts';

/** In seconds. */
const DAY = 24 * 3600;
/** The database removes an order so many days after `expiresAt`. */
const KEPT = 3;
/** Days that an order waits for its money: a page stays open for a day, and a bank may then take two weeks. */
const WAITS = 21;

const cents = { type: Number, required: true } as const;
const optional = { type: String, default: null } as const;

const lineSchema = new Schema(
  {
    id: { type: String, required: true },
    label: { type: String, required: true },
    quantity: cents,
    unitAmount: cents,
    amount: cents,
    kind: {
      type: String,
      enum: LINE_KINDS,
      required: true,
    },
  },
  { _id: false },
);

const filmSchema = new Schema({ target: cents, covered: cents, due: cents, cash: cents }, { _id: false });

/** `expiresAt` of an order whose payment page is opened now. */
export function waitsUntil(): Date {
  return new Date(Date.now() + (WAITS - KEPT) * DAY * 1000);
}

/** What was agreed when a payment page was opened, or a cart of $0 finalized. Never changed. */
const orderSchema = new Schema(
  {
    /** Hash of the content, so that the same agreement is stored once. */
    _id: { type: String, required: true },
    eventId: { type: Schema.Types.ObjectId, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    cartId: { type: Schema.Types.ObjectId, default: null },
    lines: { type: [lineSchema], required: true },
    promoCode: optional,
    discount: cents,
    shipping: cents,
    credit: cents,
    film: { type: filmSchema, required: true },
    total: cents,
    currency: { type: String, enum: ['USD'] as const, required: true },
    email: { type: String, required: true },
    country: optional,
    postalCode: optional,
    /** Absent once it took effect. */
    expiresAt: { type: Date, expires: KEPT * DAY, default: waitsUntil },
  },
  { timestamps: { createdAt: true, updatedAt: false }, versionKey: false },
);
orderSchema.index({ userId: 1 });

export type StoredOrder = InferSchemaType<typeof orderSchema>;
export const OrderModel = model('Order', orderSchema);
