import { AppError } from '../../platform/errors.ts';
import { recordOf, type StoredUser, UserModel } from './user.model.ts';
import type { UserRecord } from './user-record.service.ts';
import { findUser, noSuchUser } from './users.service.ts';

/** Closes an account. Idempotent. NOT_FOUND; NOT_ALLOWED for staff. @param why in words for the user */
export async function closeAccount(userId: string, why: string): Promise<UserRecord> {
  const closed = await UserModel.findOneAndUpdate(
    { _id: userId, role: 'user', suspension: null },
    { $set: { suspension: { at: new Date(), why } } },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  if (closed) return recordOf(closed);
  const user = await findUser(userId);
  if (!user) throw noSuchUser();
  if (user.role === 'user') return user;
  throw new AppError('NOT_ALLOWED', { message: 'This account has a staff role. Take the role away first.' });
}

/** Opens a closed account again. NOT_FOUND; WRONG_STATE for one that is open. */
export async function openAccount(userId: string): Promise<UserRecord> {
  const opened = await UserModel.findOneAndUpdate(
    { _id: userId, 'suspension.at': { $gt: new Date(0) } },
    { $set: { suspension: null } },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  if (opened) return recordOf(opened);
  if (!(await UserModel.exists({ _id: userId }))) throw noSuchUser();
  throw new AppError('WRONG_STATE', { message: 'This account isn’t suspended.' });
}

/** Whether staff have closed an account. */
export async function isClosedAccount(userId: string): Promise<boolean> {
  return (await UserModel.exists({ _id: userId, 'suspension.at': { $gt: new Date(0) } })) !== null;
}
