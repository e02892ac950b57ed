import { model, Schema, type Types } from 'mongoose';

/** A passkey of a user; private to this feature. */
export interface StoredPasskey {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  /** The authenticator's credential id, base64url. */
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  /** The device's signature counter; always 0 if the device does not count. */
  counter: number;
  transports: string[];
  name: string;
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const passkeySchema = new Schema<StoredPasskey>(
  {
    userId: { type: Schema.Types.ObjectId, required: true, index: true },
    credentialId: { type: String, required: true, unique: true },
    publicKey: { type: String, required: true },
    counter: { type: Number, required: true },
    transports: { type: [String], default: [] },
    name: { type: String, required: true },
    isSynced: { type: Boolean, default: false },
    createdAt: { type: Date, default: () => new Date() },
    lastUsedAt: { type: Date, default: null },
  },
  { collection: 'passkeys' },
);

export const PasskeyModel = model<StoredPasskey>('Passkey', passkeySchema);

/** Answered challenges; each is valid once. */
export interface SpentChallenge {
  /** The challenge. */
  _id: string;
  at: Date;
}

const spentSchema = new Schema<SpentChallenge>(
  {
    _id: { type: String, required: true },
    // Longer than a ticket's lifetime.
    at: { type: Date, default: () => new Date(), expires: 1800 },
  },
  { collection: 'spent_challenges' },
);

export const SpentChallengeModel = model<SpentChallenge>('SpentChallenge', spentSchema);
