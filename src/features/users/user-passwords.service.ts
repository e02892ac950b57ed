import { Types } from 'mongoose';
import { recordOf, type StoredUser, UserModel } from './user.model.ts';
import type { UserRecord } from './user-record.service.ts';

/**
 * Sets another password and cancels a change of address on its way. Null where the password is no longer the one of
 * `before`: of two changes at once the second one was made with a password that is no longer right.
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

/** The same for whoever reads the account's mail, which also confirms the address. Null where it has another one by now. */
export async function resetPasswordOf(before: UserRecord, passwordHash: string): Promise<UserRecord | null> {
  const now = new Date();
  const user = await UserModel.findOneAndUpdate(
    { _id: new Types.ObjectId(before.id), email: before.email },
    { $set: { passwordHash, passwordChangedAt: now, verifiedAt: before.verifiedAt ?? now, pendingEmail: null } },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  return user && recordOf(user);
}
