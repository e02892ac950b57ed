import type { Request } from 'express';
import { AppError } from '../../platform/errors.ts';
import type { LoginBody, User } from '../../shared/contracts/accounts.ts';
import { knownDevice } from '../sessions/known-devices.service.ts';
import { toUserDto, type UserRecord } from '../users/user-record.service.ts';
import { findUserByEmail } from '../users/users.service.ts';
import { countAsked, countAttempt, forgiveAsked, forgiveAttempts } from './password-attempts.service.ts';
import { isPassword } from './passwords.service.ts';

/**
 * The user with this address and password. WRONG_CREDENTIALS in the same words and time whether the address or the
 * password is wrong; TOO_MANY_REQUESTS after the limits of `countAttempt`. Signs nobody in and does not check
 * two-factor.
 * @param req for the IP address and the device cookie
 */
export async function checkPassword(body: Pick<LoginBody, 'email' | 'password'>, req: Request): Promise<User> {
  const user = await findUserByEmail(body.email);
  const userId = user?.id ?? null;
  const attempt = { email: body.email, ip: req.ip ?? '', device: await knownDevice(req, userId) };
  await countAttempt(attempt, userId);
  const isRight = await isPassword(body.password, user?.passwordHash ?? null);
  if (!user || !isRight) {
    throw new AppError('WRONG_CREDENTIALS', { message: 'The email or password is wrong.' });
  }
  await forgiveAttempts(attempt);
  return toUserDto(user);
}

/** The session in which a change asks for the password. */
export interface AskingSession {
  /** The visitor's address. */
  ip: string;
  /** The sign-in of the session. */
  signInId?: string | undefined;
  /** Throws SIGN_IN_AGAIN without a recent sign-in. */
  requireFreshSignIn: () => void;
}

/**
 * Compares the password if the account has one; otherwise calls `requireFreshSignIn`. FIELDS_REFUSED at
 * `currentPassword` if it is wrong or missing, TOO_MANY_REQUESTS after ten wrong ones in this session.
 */
export async function confirmPassword(
  user: UserRecord,
  given: AskingSession & { password: string | undefined },
): Promise<void> {
  if (user.passwordHash === null) {
    given.requireFreshSignIn();
    return;
  }
  if (!given.password) throw wrongPassword('Please enter your password, so we know it’s you.');
  await countAsked(user.id, given.signInId, given.ip);
  if (!(await isPassword(given.password, user.passwordHash))) throw wrongPassword('That’s not your password.');
  await forgiveAsked(user.id, given.signInId);
}

export function wrongPassword(words: string): AppError {
  return new AppError('FIELDS_REFUSED', {
    message: 'This needs your password.',
    fields: { currentPassword: words },
  });
}
