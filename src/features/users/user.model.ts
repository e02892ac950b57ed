import { model, Schema, type Types } from 'mongoose';
import type { PendingEmail, UserRecord } from './user-record.service.ts';

/** A user as stored; private to this feature. */
export interface StoredUser extends Omit<UserRecord, 'id'> {
  _id: Types.ObjectId;
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

/** A stored user as a record. */
export function recordOf(stored: StoredUser): UserRecord {
  return {
    id: String(stored._id),
    email: stored.email,
    passwordHash: stored.passwordHash,
    role: stored.role,
    firstName: stored.firstName,
    lastName: stored.lastName,
    verifiedAt: stored.verifiedAt,
    passwordChangedAt: stored.passwordChangedAt,
    pendingEmail: stored.pendingEmail,
    deletionDueAt: stored.deletionDueAt,
    createdAt: stored.createdAt,
  };
}
