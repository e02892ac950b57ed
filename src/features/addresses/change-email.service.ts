import { randomUUID } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { platform } from '../../platform/platform.ts';
import type { ChangeEmailBody } from '../../shared/contracts/accounts.ts';
import { LINK_LIFETIME } from '../../shared/limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { CHANGE_EMAIL_KINDS, createToken, redeemToken, voidTokens } from '../credentials/one-time-tokens.service.ts';
import { refuseUselessAddress } from '../mail-preferences/mail-check.service.ts';
import { keepStops } from '../profiles/mail-choices.service.ts';
import { type Asker, confirmPerson } from '../two-factor/recent-proof.service.ts';
import { pageUrl, sendAccountMail } from '../users/account-mails.service.ts';
import { agreeToNewEmail, findPendingEmail, requestNewEmail, takeNewEmail } from '../users/user-addresses.service.ts';
import type { PendingEmail, UserRecord } from '../users/user-record.service.ts';
import { findUserByEmail } from '../users/users.service.ts';
import { addressChanged } from './domain-events.ts';

const LINKS = CHANGE_EMAIL_KINDS;
const HOUR = 3600;
/** Changes of address that one account may request: each is a mail to an address that it names. */
const asked = createLimiter('change-email', { points: 12, seconds: HOUR });
/** Those that one visitor may request for one address, with any accounts. */
const named = createLimiter('change-email-to', { points: 5, seconds: HOUR });

/**
 * Requests a change of address: mails a link to the old and the new address; both must be opened. If the old address
 * was never confirmed (it may be mistyped), the new one's link is enough and the old address gets no mail. Does not
 * reveal whether the new address has an account. TOO_MANY_REQUESTS after twelve an hour, or five to one address.
 */
export async function askToChangeEmail(
  userId: string,
  body: ChangeEmailBody,
  given: Asker,
): Promise<{ pendingEmail: string }> {
  const user = await confirmPerson(userId, { ...given, password: body.currentPassword, code: body.code });
  if (body.email === user.email) {
    throw new AppError('FIELDS_REFUSED', {
      message: 'Please enter a different address.',
      fields: { email: 'That’s already your address.' },
    });
  }
  await refuseUselessAddress(body.email);
  const counts = [await asked.count(userId), await named.count(body.email, addressKey(given.ip))];
  const over = counts.find(({ isOver }) => isOver);
  if (over) {
    throw tooMany(over.secondsLeft, 'We’ve already sent a few emails. Please check both inboxes and the spam folders.');
  }
  const pendingEmail: PendingEmail = {
    id: randomUUID(),
    email: body.email,
    requestedAt: new Date(),
    oldConfirmedAt: null,
    newConfirmedAt: null,
  };
  // If the password or the address changed in the meantime, the request can't be trusted.
  if (!(await requestNewEmail(user, pendingEmail))) {
    throw new AppError('WRONG_STATE', { message: 'Your account is being changed at the moment. Please try again.' });
  }
  await voidTokens(userId, LINKS);
  await sendLink('change-email-new', user, pendingEmail);
  if (user.verifiedAt) await sendLink('change-email-old', user, pendingEmail);
  await recordAudit({ actorId: userId, subjectId: userId, action: 'email.change-asked', ip: given.ip });
  return { pendingEmail: pendingEmail.email };
}

/**
 * The new address that a user requested and has not confirmed yet; null without one, and when its links have expired.
 */
export async function pendingEmailOf(userId: string): Promise<string | null> {
  const pending = await findPendingEmail(userId);
  if (!pending || pending.requestedAt.getTime() + LINK_LIFETIME['change-email-new'] <= Date.now()) return null;
  return pending.email;
}

/** What opening one of the two links did. */
export interface EmailChange {
  userId: string;
  /** The new address. */
  email: string;
  isDone: boolean;
  /** Which link is still to be opened; null when the change is done. */
  waitingFor: 'old' | 'new' | null;
}

/**
 * Confirms a change of address by one of its links. The second link makes the change and notifies the old address. The
 * new address's link is enough only while the old address is unconfirmed. Throws as `redeemToken` does; DUPLICATE if
 * the new address has an account, which only its owner gets to see.
 */
export async function confirmEmailChange(token: string, ip: string): Promise<EmailChange> {
  const { kind, userId, data } = await redeemToken(LINKS, token);
  if (kind === 'change-email-new') await refuseTaken(String(data.newEmail));
  const side = kind === 'change-email-old' ? 'old' : 'new';
  const user = await agreeToNewEmail(userId ?? '', String(data.changeId), side);
  if (!user?.pendingEmail) throw replaced();
  const { pendingEmail } = user;
  const { email } = pendingEmail;
  const isOldAgreed = pendingEmail.oldConfirmedAt !== null || user.verifiedAt === null;
  if (!isOldAgreed || !pendingEmail.newConfirmedAt) {
    return { userId: user.id, email, isDone: false, waitingFor: isOldAgreed ? 'new' : 'old' };
  }
  await changeNow(user, pendingEmail, ip);
  return { userId: user.id, email, isDone: true, waitingFor: null };
}

async function changeNow(user: UserRecord, pending: PendingEmail, ip: string): Promise<void> {
  const { id } = user;
  if (user.verifiedAt) await keepStops(id, user.email);
  const outcome = await takeNewEmail(id, pending);
  if (outcome === 'earlier') return;
  if (outcome !== 'done') throw outcome === 'taken' ? taken() : replaced();
  // Links in the old mailbox become invalid.
  await voidTokens(id, ['verify', 'reset', 'sign-in-link', ...LINKS]);
  await recordAudit({ actorId: id, subjectId: id, action: 'email.changed', ip });
  for (const err of await addressChanged.emit({ userId: id, before: user.email, after: pending.email })) {
    platform().log.error({ err }, 'a feature did not take over a changed address');
  }
  if (user.verifiedAt) {
    const values = { firstName: user.firstName, newEmail: pending.email };
    await sendAccountMail('email-changed', user.email, values, pending.id);
  }
}

async function sendLink(kind: (typeof LINKS)[number], user: UserRecord, pending: PendingEmail): Promise<void> {
  const to = kind === 'change-email-old' ? user.email : pending.email;
  const token = await createToken(kind, {
    userId: user.id,
    email: to,
    data: { changeId: pending.id, newEmail: pending.email },
    lifetime: LINK_LIFETIME[kind],
  });
  const url = pageUrl(`/auth/change-email/${token}`);
  const { firstName } = user;
  if (kind === 'change-email-new') await sendAccountMail(kind, to, { firstName, url });
  else await sendAccountMail(kind, to, { firstName, newEmail: pending.email, url });
}

async function refuseTaken(email: string): Promise<void> {
  if (await findUserByEmail(email)) throw taken();
}

function taken(): AppError {
  return new AppError('DUPLICATE', {
    message: 'This address already has its own account. Log in there, or choose a different address.',
  });
}

function replaced(): AppError {
  return new AppError('TOKEN_EXPIRED', {
    message: 'This link no longer works: the change was replaced or cancelled.',
  });
}
