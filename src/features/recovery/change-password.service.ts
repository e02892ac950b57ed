import { AppError } from '../../platform/errors.ts';
import type { ChangePasswordBody, User } from '../../shared/contracts/accounts.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { CHANGE_EMAIL_KINDS, voidTokens } from '../credentials/one-time-tokens.service.ts';
import { wrongPassword } from '../credentials/password-check.service.ts';
import { checkNewPassword } from '../credentials/password-rules.service.ts';
import { hashPassword } from '../credentials/passwords.service.ts';
import { type Asker, confirmPerson } from '../two-factor/recent-proof.service.ts';
import { replacePassword } from '../users/user-passwords.service.ts';
import { toUserDto } from '../users/user-record.service.ts';
import { tellPasswordChanged } from './password-mails.ts';

/**
 * Changes the password or sets the first one. Revokes mailed sign-in links and a pending change of address.
 * @param endOthers ends the other sessions
 */
export async function changePassword(
  userId: string,
  body: ChangePasswordBody,
  given: Asker,
  endOthers: () => Promise<void>,
): Promise<User> {
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
  const user = await replacePassword(before, passwordHash);
  if (!user) throw wrongPassword('That’s no longer your password.');
  await endOthers();
  await voidTokens(userId, ['reset', 'sign-in-link', ...CHANGE_EMAIL_KINDS]);
  const action = before.passwordHash === null ? 'password.set' : 'password.changed';
  await recordAudit({ actorId: userId, subjectId: userId, action, ip: given.ip });
  await tellPasswordChanged(toUserDto(user));
  return toUserDto(user);
}
