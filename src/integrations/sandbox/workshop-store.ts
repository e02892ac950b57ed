import { model, Schema } from 'mongoose';

const MONTH = 30 * 24 * 3600;
const WORKSHOP_STATES = ['taken', 'inProduction', 'shipped', 'delivered', 'failed'] as const;
export type WorkshopState = (typeof WORKSHOP_STATES)[number];
const WORKSHOPS = ['lob', 'acutrack', 'heirloom'] as const;
export type WorkshopName = (typeof WORKSHOPS)[number];

/** Something that nobody makes, because its maker is not configured. */
export interface WorkshopOrder {
  /** The maker's id. */
  _id: string;
  maker: WorkshopName;
  /** Ours. */
  key: string;
  product: string;
  quantity: number;
  /** Name and town, to show. */
  to: string;
  /** What came with it: fields, and bytes of files. */
  content: Record<string, unknown>;
  status: WorkshopState;
  createdAt: Date;
}

const orderSchema = new Schema<WorkshopOrder>(
  {
    _id: { type: String, required: true },
    maker: { type: String, enum: WORKSHOPS, required: true },
    key: { type: String, required: true },
    product: { type: String, required: true },
    quantity: { type: Number, required: true },
    to: { type: String, default: '' },
    content: { type: Schema.Types.Mixed, default: {} },
    status: { type: String, enum: WORKSHOP_STATES, default: 'taken' },
    createdAt: { type: Date, default: () => new Date(), expires: MONTH },
  },
  { collection: 'sandbox_workshop_orders', minimize: false },
);
orderSchema.index({ maker: 1, key: 1 }, { unique: true });

export const WorkshopModel = model<WorkshopOrder>('SandboxWorkshopOrder', orderSchema);
