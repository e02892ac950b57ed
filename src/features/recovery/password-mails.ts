import type { User } from '../../shared/contracts/accounts.ts';
import { pageUrl, sendAccountMail } from '../users/account-mails.service.ts';

/**
 * Notifies the owner of a new password.
 * @param more further consequences, in words
 */
export async function tellPasswordChanged(user: User, more = ''): Promise<void> {
  const values = { firstName: user.firstName, more, url: pageUrl('/auth/forgot-password') };
  await sendAccountMail('password-changed', user.email, values);
}
