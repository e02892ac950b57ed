import type { User } from '../../shared/contracts/accounts.ts';
import { pageUrl, sendAccountMail } from '../users/account-mails.service.ts';

/**
 * Tells the owner that there is a new password, should it not have been them.
 * @param more what else they should know of it
 */
export async function tellPasswordChanged(user: User, more = ''): Promise<void> {
  const values = { firstName: user.firstName, more, url: pageUrl('/auth/forgot-password') };
  await sendAccountMail('password-changed', user.email, values);
}
