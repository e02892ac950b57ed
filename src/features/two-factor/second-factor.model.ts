import { model, Schema, type Types } from 'mongoose';

/** What a person's second factor is kept as; private to accounts. */
export interface StoredSecondFactor {
  /** Id of the user. */
  _id: Types.ObjectId;
  /** Of the app, sealed; null while it is off. */
  secret: string | null;
  since: Date | null;
  /** The last span of 30 seconds whose code was taken: it and those before are worth nothing any more. */
  lastStep: number;
  /** Argon2id of those that are left, under one salt for the ten of them. */
  recovery: { salt: string; hashes: string[] };
  /** A secret that was shown and not yet confirmed. */
  pending: { secret: string; until: Date } | null;
}

const secondFactorSchema = new Schema<StoredSecondFactor>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    secret: { type: String, default: null },
    since: { type: Date, default: null },
    lastStep: { type: Number, default: 0 },
    recovery: {
      type: new Schema(
        { salt: { type: String, default: '' }, hashes: { type: [String], default: [] } },
        { _id: false },
      ),
      default: () => ({}),
    },
    pending: {
      type: new Schema(
        { secret: { type: String, required: true }, until: { type: Date, required: true } },
        { _id: false },
      ),
      default: null,
    },
  },
  { collection: 'second_factors' },
);

export const SecondFactorModel = model<StoredSecondFactor>('SecondFactor', secondFactorSchema);
