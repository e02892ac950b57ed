import { type InferSchemaType, model, Schema } from 'mongoose';

const idempotencySchema = new Schema(
  {
    /** Hash of the key and of who sent it. */
    _id: { type: String, required: true },
    /** Keyed hash of the request: the same key with another one is refused. */
    fingerprint: { type: String, required: true },
    /** The attempt that runs, and until when it counts as alive. */
    owner: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
    /** The sealed answer; null while the first attempt runs. */
    answer: { type: String, default: null },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'idempotency_keys', versionKey: false },
);
idempotencySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type KeptRequest = InferSchemaType<typeof idempotencySchema>;

export const IdempotencyModel = model('Idempotency', idempotencySchema);
