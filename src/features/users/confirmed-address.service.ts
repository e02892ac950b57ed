import { AppError } from '../../platform/errors.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { type StoredUser, UserModel } from './user.model.ts';

/** The address of an account if it is confirmed; otherwise null. */
export async function confirmedAddressOf(userId: string): Promise<string | null> {
  const user = await UserModel.findById(userId, 'email verifiedAt').lean<Pick<StoredUser, 'email' | 'verifiedAt'>>();
  return user?.verifiedAt ? user.email : null;
}

export async function hasConfirmedAddress(userId: string): Promise<boolean> {
  return (await UserModel.exists({ _id: userId, verifiedAt: { $ne: null } })) !== null;
}

/**
 * WRONG_STATE while the address is unconfirmed: the account may be a stranger's, and must not hold credentials that
 * survive a password reset.
 */
export async function requireConfirmedAddress(userId: string): Promise<void> {
  if (await hasConfirmedAddress(userId)) return;
  throw new AppError('WRONG_STATE', {
    message: 'Please confirm your address first: open the link we emailed you when you signed up.',
  });
}

/** The same as a condition of an action. */
export const confirmedAddress = ({ user }: { user: ViewerUser }) => requireConfirmedAddress(user.id);
