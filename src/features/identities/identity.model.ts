import { model, Schema, type Types } from 'mongoose';
import type { ProviderName } from '../../shared/contracts/identities.ts';

/** An account at a provider that signs a user in; private to this feature. */
export interface StoredIdentity {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  provider: ProviderName;
  /** The provider's stable id of the account. */
  subject: string;
  /** As last reported by the provider, for display only. */
  email: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const identitySchema = new Schema<StoredIdentity>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    provider: { type: String, enum: ['google', 'apple'], required: true },
    subject: { type: String, required: true },
    email: { type: String, default: null },
    createdAt: { type: Date, default: () => new Date() },
    lastUsedAt: { type: Date, default: null },
  },
  { collection: 'identities' },
);
identitySchema.index({ provider: 1, subject: 1 }, { unique: true });
identitySchema.index({ userId: 1 });

export const IdentityModel = model<StoredIdentity>('Identity', identitySchema);
