import { model, Schema, type Types } from 'mongoose';
import { keepSearchWords, searchWordsField } from '../../platform/database/search-words.ts';
import { showAtDesk } from '../../platform/desk-changes.ts';
import type { PendingEmail, UserRecord } from './user-record.service.ts';

/** A user as stored; private to this feature. */
export interface StoredUser extends Omit<UserRecord, 'id'> {
  _id: Types.ObjectId;
  /** Of the address and names, for staff. */
  searchWords: string[];
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
    suspension: {
      type: new Schema(
        { at: { type: Date, required: true }, why: { type: String, required: true } },
        { _id: false, id: false },
      ),
      default: null,
    },
    searchWords: searchWordsField,
  },
  { timestamps: true, collection: 'users' },
);

userSchema.index({ deletionDueAt: 1 });
// For the desk, newest first.
userSchema.index({ role: 1, _id: -1 });
userSchema.index({ 'suspension.at': 1, _id: -1 }, { sparse: true });

/** What staff find a user by. */
export const searchedTexts = ({ email, firstName, lastName }: Pick<StoredUser, 'email' | 'firstName' | 'lastName'>) => [
  email,
  firstName,
  lastName,
];
showAtDesk(userSchema, 'users');
keepSearchWords(userSchema, ['email', 'firstName', 'lastName'], searchedTexts);

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
    suspension: stored.suspension ?? null,
    createdAt: stored.createdAt,
  };
}
