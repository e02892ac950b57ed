import { type InferSchemaType, model, Schema } from 'mongoose';

const MONTH = 30 * 24 * 3600;

/** Stored in the database: web and worker ask about the same orders. */
const orderSchema = new Schema(
  {
    /** The customer’s id: the same is ordered once. */
    _id: { type: String, required: true },
    orderId: { type: String, required: true },
    rewardId: { type: String, required: true },
    productId: { type: String, required: true },
    /** Dollars. */
    denomination: { type: Number, required: true },
    method: { type: String, enum: ['LINK', 'EMAIL'], required: true },
    name: { type: String, required: true },
    email: { type: String, default: null },
    status: { type: String, required: true },
    /** Of its mail. */
    delivery: { type: String, enum: ['PENDING', 'SUCCEEDED', 'FAILED'], default: 'SUCCEEDED' },
    createdAt: { type: Date, default: () => new Date(), expires: MONTH },
  },
  { collection: 'sandbox_tremendous_orders' },
);
orderSchema.index({ rewardId: 1 });
orderSchema.index({ orderId: 1 });

export type StoredCardOrder = InferSchemaType<typeof orderSchema>;
export const CardOrderModel = model('SandboxTremendousOrder', orderSchema);
