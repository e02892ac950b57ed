import { type InferSchemaType, model, Schema } from 'mongoose';

const optional = { type: String, default: null } as const;

const entrySchema = new Schema(
  {
    /** The same key is entered once: `paid:ID`, `back:...`, `refund:...`, `dispute:...`, `reward:ID`, `returned:ID`. */
    key: { type: String, required: true },
    /** Cents: above zero into the pool. */
    amount: { type: Number, required: true },
    /** Whose money it is; null for rewards. */
    contribution: optional,
    /** Who takes it; null for contributions. */
    recipient: optional,
    at: { type: Date, required: true },
  },
  { _id: false },
);

/** The account of an event's pool. */
const poolSchema = new Schema(
  {
    /** Event id. */
    _id: { type: Schema.Types.ObjectId, required: true },
    /** Cents: sum of the entries, never below zero. */
    balance: { type: Number, required: true },
    /** Append-only. */
    entries: { type: [entrySchema], required: true },
    /** Changes of entries, for optimistic locking. */
    version: { type: Number, required: true },
    /** The organiser's choice. */
    isOpen: { type: Boolean, default: true },
    /** Set for good when what is in it goes back. */
    closedAt: { type: Date, default: null },
    /** Why: one of `WHY_POOLS_GO_BACK`; earlier ones have it in words. */
    closedWhy: optional,
    /** Whether what is in it has to be given back. */
    isReturning: { type: Boolean, default: false },
    /** When the last entry was made. */
    movedAt: { type: Date, default: null },
  },
  { versionKey: false },
);
// For money that nobody takes, and money on its way back.
poolSchema.index({ closedAt: 1, balance: 1 });
poolSchema.index({ isReturning: 1 });

export type StoredPool = InferSchemaType<typeof poolSchema>;
export const PoolModel = model('Pool', poolSchema);
