import { Types } from 'mongoose';
import { recordOf, type StoredUser, UserModel } from './user.model.ts';
import type { UserRecord } from './user-record.service.ts';

/**
 * Replaces a password and cancels a pending change of address. Null if the password changed since `before` was read.
 */
export async function replacePassword(
  before: Pick<UserRecord, 'id' | 'passwordHash'>,
  passwordHash: string,
): Promise<UserRecord | null> {
  const user = await UserModel.findOneAndUpdate(
    { _id: new Types.ObjectId(before.id), passwordHash: before.passwordHash },
    { $set: { passwordHash, passwordChangedAt: new Date(), pendingEmail: null } },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  return user && recordOf(user);
}

/** The same by a mailed link, which also confirms the address. Null if the address changed. */
export async function resetPasswordOf(before: UserRecord, passwordHash: string): Promise<UserRecord | null> {
  const now = new Date();
  const user = await UserModel.findOneAndUpdate(
    { _id: new Types.ObjectId(before.id), email: before.email },
    { $set: { passwordHash, passwordChangedAt: now, verifiedAt: before.verifiedAt ?? now, pendingEmail: null } },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  return user && recordOf(user);
}
