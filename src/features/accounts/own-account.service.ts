import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/access.ts';
import type { ChangePasswordBody, UpdateUserBody, User } from '../../shared/contracts/accounts.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { recordAudit } from './audit/audit.service.ts';
import { tellPasswordChanged } from './links/account-links.service.ts';
import { CHANGE_EMAIL_KINDS, voidTokens } from './links/one-time-tokens.ts';
import { checkNewPassword } from './passwords/password-rules.ts';
import { hashPassword, isPassword } from './passwords/passwords.ts';
import type { Asking } from './sign-in/recent-proof.ts';
import { countAsked, forgiveAsked } from './sign-in/sign-in-limit.ts';
import { toUserDto } from './user.dto.ts';
import { type StoredUser, UserModel } from './user.model.ts';

/** Throws NOT_FOUND where the account is not the viewer's own: that there are others is nobody's business. */
export function requireSelf(viewer: Viewer, userId: string): void {
  if (viewer.user?.id !== userId) throw noSuchUser();
}

/** The same, but for admins. STAFF_NEEDS_SECOND_STEP where their role waits for one. */
export function requireSelfOrAdmin(viewer: Viewer, userId: string): void {
  if (may(siteRoles(viewer.user), 'user.read') || viewer.user?.id === userId) return;
  throw refusalOf(viewer.user, 'user.read', noSuchUser());
}

export function noSuchUser(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such account.' });
}

/** Changes names. */
export async function updateUser(userId: string, body: UpdateUserBody): Promise<User> {
  const user = await UserModel.findByIdAndUpdate(
    userId,
    { $set: body },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  if (!user) throw noSuchUser();
  return toUserDto(user);
}

/**
 * Makes sure of the person in front of a session before it changes what guards the account: by the password, where the
 * account has one, otherwise `requireFreshSignIn` decides; then by the second factor, where it has one, as
 * `requireSecondStep` says. FIELDS_REFUSED at `currentPassword` for a wrong or missing one, TOO_MANY_REQUESTS after ten
 * wrong ones in this session.
 */
export async function confirmPerson(
  userId: string,
  given: Asking & { password: string | undefined; code: string | undefined },
): Promise<StoredUser> {
  const user = await UserModel.findById(userId).lean<StoredUser>();
  if (!user) throw noSuchUser();
  await confirmPassword(user, given);
  await given.requireSecondStep(userId, given.code);
  return user;
}

/** The first half of `confirmPerson`. */
export async function confirmPassword(
  user: StoredUser,
  given: Pick<Asking, 'ip' | 'signInId' | 'requireFreshSignIn'> & { password: string | undefined },
): Promise<void> {
  const userId = String(user._id);
  if (user.passwordHash === null) {
    given.requireFreshSignIn();
    return;
  }
  if (!given.password) throw wrongPassword('Please enter your password, so we know it’s you.');
  await countAsked(userId, given.signInId, given.ip);
  if (!(await isPassword(given.password, user.passwordHash))) throw wrongPassword('That’s not your password.');
  await forgiveAsked(userId, given.signInId);
}

/**
 * Sets another password, or the first one. What signs in by mail and a change of address on its way are void afterwards; the
 * caller ends the other sessions.
 */
export async function changePassword(userId: string, body: ChangePasswordBody, given: Asking): Promise<User> {
  const { newPassword } = body;
  const before = await confirmPerson(userId, { ...given, password: body.currentPassword, code: body.code });
  await checkNewPassword(newPassword, before, 'newPassword');
  if (newPassword === body.currentPassword) {
    throw new AppError('FIELDS_REFUSED', {
      message: 'Please choose a different password.',
      fields: { newPassword: 'That’s already your password.' },
    });
  }
  const passwordHash = await hashPassword(newPassword);
  const user = await UserModel.findOneAndUpdate(
    // Of two changes at once the second one was made with a password that is no longer the right one.
    { _id: new Types.ObjectId(userId), passwordHash: before.passwordHash },
    { $set: { passwordHash, passwordChangedAt: new Date(), pendingEmail: null } },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  if (!user) throw wrongPassword('That’s no longer your password.');
  await voidTokens(userId, ['reset', 'sign-in-link', ...CHANGE_EMAIL_KINDS]);
  const action = before.passwordHash === null ? 'password.set' : 'password.changed';
  await recordAudit({ actorId: userId, subjectId: userId, action, ip: given.ip });
  await tellPasswordChanged(toUserDto(user));
  return toUserDto(user);
}

function wrongPassword(words: string): AppError {
  return new AppError('FIELDS_REFUSED', {
    message: 'This needs your password.',
    fields: { currentPassword: words },
  });
}
