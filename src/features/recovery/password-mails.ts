import { platform } from '../../platform/platform.ts';
import type { User } from '../../shared/contracts/accounts.ts';
import { pageUrl, sendAccountMail } from '../users/account-mails.service.ts';

/**
 * Notifies the owner of a new password. Never fails, as the password is changed.
 * @param more further consequences, in words
 */
export async function tellPasswordChanged(user: User, more = ''): Promise<void> {
  const values = { firstName: user.firstName, more, url: pageUrl('/auth/forgot-password') };
  await sendAccountMail('password-changed', user.email, values).catch((error: unknown) => {
    platform().log.error({ err: error }, 'the mail about a new password could not be sent');
  });
}
