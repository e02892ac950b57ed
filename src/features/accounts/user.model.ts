import { model, Schema, type Types } from 'mongoose';
import type { UserRole } from '../../shared/roles.ts';

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
  createdAt: Date;
  updatedAt: Date;
}

const userSchema = new Schema<StoredUser>(
  {
    email: { type: String, required: true, unique: true },
    passwordHash: { type: String, default: null },
    role: { type: String, enum: ['user', 'editor', 'admin'], required: true, default: 'user' },
    firstName: { type: String, default: '' },
    lastName: { type: String, default: '' },
    verifiedAt: { type: Date, default: null },
  },
  { timestamps: true, collection: 'users' },
);

export const UserModel = model<StoredUser>('User', userSchema);
