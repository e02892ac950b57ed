import type { Request } from 'express';
import { AppError } from '../../../platform/errors.ts';
import { confirmPassword, noSuchUser } from '../recovery/change-password.service.ts';
import { isFresh, requireFresh } from '../sessions/start-session.service.ts';
import { askingBy } from '../two-factor/recent-proof.service.ts';
import { type StoredUser, UserModel } from './user.model.ts';

/** Proof of who somebody is: a sign-in within the last 15 minutes, or the password. SIGN_IN_AGAIN without either. */
export async function requireProof(req: Request, userId: string, password: string | undefined): Promise<void> {
  if (isFresh(req)) return;
  if (password === undefined) return requireFresh(req);
  const user = await UserModel.findById(userId).lean<StoredUser>();
  if (!user) throw noSuchUser();
  await confirmPassword(user, { ...askingBy(req), password });
}

/**
 * WRONG_STATE while the address is not confirmed: until then an account may be anybody's who typed the address, and must
 * not hold keys that outlive a new password.
 */
export async function requireConfirmedAddress(userId: string): Promise<void> {
  if (await hasConfirmedAddress(userId)) return;
  throw new AppError('WRONG_STATE', {
    message: 'Please confirm your address first: open the link we emailed you when you signed up.',
  });
}

export async function hasConfirmedAddress(userId: string): Promise<boolean> {
  return (await UserModel.exists({ _id: userId, verifiedAt: { $ne: null } })) !== null;
}
