import { model, Schema, type Types } from 'mongoose';

/** A user's two-factor secret as stored; private to this feature. */
export interface StoredSecondFactor {
  /** Id of the user. */
  _id: Types.ObjectId;
  /** Of the app, sealed; null while it is off. */
  secret: string | null;
  since: Date | null;
  /** The last 30-second step whose code was used; earlier ones are invalid. */
  lastStep: number;
  /** Argon2id of the remaining codes, under one salt. */
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
