import { model, Schema, type Types } from 'mongoose';
import type { UserRole } from '../../../shared/roles.ts';

/** A change of address on its way. */
export interface PendingEmail {
  /** Names this change, so that links of an earlier one do nothing to it. */
  id: string;
  /** Lower case. */
  email: string;
  requestedAt: Date;
  oldConfirmedAt: Date | null;
  newConfirmedAt: Date | null;
}

/** A user as stored; private to this feature. */
export interface StoredUser {
  _id: Types.ObjectId;
  /** Lower case. */
  email: string;
  /** Argon2id; null where the person signs in by other means only. */
  passwordHash: string | null;
  role: UserRole;
  firstName: string;
  lastName: string;
  verifiedAt: Date | null;
  passwordChangedAt: Date | null;
  /** An address that is to take the place of `email`, once both have said so. */
  pendingEmail: PendingEmail | null;
  /** When the account is purged; null unless the person asked for that. */
  deletionDueAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const pendingEmailSchema = new Schema<PendingEmail>(
  {
    id: { type: String, required: true },
    email: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    oldConfirmedAt: { type: Date, default: null },
    newConfirmedAt: { type: Date, default: null },
  },
  { _id: false, id: false },
);

const userSchema = new Schema<StoredUser>(
  {
    email: { type: String, required: true, unique: true },
    passwordHash: { type: String, default: null },
    role: { type: String, enum: ['user', 'editor', 'admin'], required: true, default: 'user' },
    firstName: { type: String, default: '' },
    lastName: { type: String, default: '' },
    verifiedAt: { type: Date, default: null },
    passwordChangedAt: { type: Date, default: null },
    pendingEmail: { type: pendingEmailSchema, default: null },
    deletionDueAt: { type: Date, default: null },
  },
  { timestamps: true, collection: 'users' },
);

userSchema.index({ deletionDueAt: 1 });

export const UserModel = model<StoredUser>('User', userSchema);
