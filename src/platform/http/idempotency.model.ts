import { type InferSchemaType, model, Schema } from 'mongoose';

const idempotencySchema = new Schema(
  {
    /** Hash of the key and its sender. */
    _id: { type: String, required: true },
    /** Keyed hash of the request: reusing the key for another request is refused. */
    fingerprint: { type: String, required: true },
    /** Token of the running attempt, which holds the lease. */
    owner: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
    /** Encrypted answer; null while the first attempt runs. */
    answer: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'idempotency_keys', versionKey: false },
);
idempotencySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type KeptRequest = InferSchemaType<typeof idempotencySchema>;

export const IdempotencyModel = model('Idempotency', idempotencySchema);
