import type { Request } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../../platform/errors.ts';
import type { RegisterBody, User } from '../../shared/contracts/accounts.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { sendVerification } from '../credentials/mailed-links.service.ts';
import { checkPassword } from '../credentials/password-check.service.ts';
import { checkNewPassword } from '../credentials/password-rules.service.ts';
import { hashPassword } from '../credentials/passwords.service.ts';
import { refuseUselessAddress } from '../mail-preferences/mail-check.service.ts';
import { keepTimeZone } from '../profiles/profiles.service.ts';
import { toUserDto } from '../users/user-record.service.ts';
import { createUser } from '../users/users.service.ts';

/**
 * Creates an account and mails its confirmation link; signs nobody in. If the address has an account with this very
 * password, returns that one, whose second step is still to come: people forget that they registered. FIELDS_REFUSED
 * for a weak password or an undeliverable address, DUPLICATE if the address has an account with another password;
 * otherwise throws as `checkPassword` does.
 */
export async function register(body: RegisterBody, req: Request, log: Logger): Promise<{ user: User; isNew: boolean }> {
  const { email, password, firstName = '', lastName = '' } = body;
  await checkNewPassword(password, { email, firstName, lastName });
  await refuseUselessAddress(email);
  const passwordHash = await hashPassword(password);
  const user = await createUser({ email, passwordHash, firstName, lastName });
  if (!user) return { user: await loginInstead(body, req), isNew: false };
  const made = toUserDto(user);
  await keepTimeZone(made.id, body.timeZone);
  await sendVerification(made).catch((error: unknown) => {
    // The account exists, and the user can request another mail.
    log.error({ err: error }, 'the mail that confirms an address could not be sent');
  });
  await recordAudit({ actorId: made.id, subjectId: made.id, action: 'account.made', ip: req.ip });
  return { user: made, isNew: true };
}

/** Counts as a login attempt, against password guessing. */
async function loginInstead(body: RegisterBody, req: Request): Promise<User> {
  try {
    return await checkPassword({ email: body.email, password: body.password }, req);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'WRONG_CREDENTIALS') throw error;
    throw alreadyThere('DUPLICATE');
  }
}

/** The refusal of a registration at an address that has an account. */
export function alreadyThere(code: 'DUPLICATE' | 'SECOND_FACTOR_NEEDED'): AppError {
  return new AppError(code, {
    message: 'There’s already an account with this address. Log in instead.',
    fields: { email: 'There’s already an account with this address.' },
  });
}
