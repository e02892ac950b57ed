import { AppError } from '../../platform/errors.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { CHANGE_EMAIL_KINDS, voidTokens } from '../credentials/one-time-tokens.service.ts';
import { forgetIdentities } from '../identities/identities.service.ts';
import { forgetDevices } from '../sessions/known-devices.service.ts';
import { endSignIns } from '../sessions/sign-ins.service.ts';
import { forgetPasskeys } from '../two-factor/passkeys.service.ts';
import { forgetSecondFactor } from '../two-factor/second-factor.service.ts';
import { pageUrl, sendAccountMail } from '../users/account-mails.service.ts';
import { confirmFirst } from '../users/user-addresses.service.ts';
import type { UserRecord } from '../users/user-record.service.ts';
import { createUser, findUser, findUserByEmail } from '../users/users.service.ts';

/** Somebody who has just shown that the mail of an address is theirs. */
export interface Prover {
  email: string;
  firstName: string;
  lastName: string;
  /** Who is signed in where the proof arrives; null for nobody, and for an admin who acts for somebody. */
  signedInAs: string | null;
  ip: string;
  /** In words, for the mail: "a link that we mailed you". */
  by: string;
}

/** The account of an address that was just proved; made where there is none. */
export async function ownerOf(prover: Prover): Promise<{ user: UserRecord; isNew: boolean }> {
  const { email, firstName, lastName, ip } = prover;
  for (let tries = 0; tries < 3; tries++) {
    const found = await findUserByEmail(email);
    if (found) return { user: await proveAddress(found, prover), isNew: false };
    const made = await createUser({ email, firstName, lastName, verifiedAt: new Date() });
    // Somebody was quicker: the account is found at the next turn.
    if (!made) continue;
    const { id } = made;
    await recordAudit({ actorId: id, subjectId: id, action: 'account.made', ip, details: { by: prover.by } });
    return { user: made, isNew: true };
  }
  throw new AppError('WRONG_STATE', { message: 'This account is being changed at the moment. Please try again.' });
}

/**
 * Where the address was confirmed before, or where the proof comes from a browser that is signed in to this very account,
 * nothing is taken from anybody but a change of address on its way: it was asked for before this one was known to be
 * anybody's, so its old mailbox was never asked. Otherwise whoever made the account may have been anybody, waiting with a password for the
 * address's owner to fill it: all that was set up to get in is removed, and the account is the owner's.
 */
async function proveAddress(user: UserRecord, prover: Prover): Promise<UserRecord> {
  if (user.verifiedAt) return user;
  const { id } = user;
  const isSamePerson = prover.signedInAs === id;
  const owned = await confirmFirst(user, { dropPassword: !isSamePerson });
  // Another proof came first; what it left counts.
  if (!owned) return (await findUser(id)) ?? user;
  const details = { by: prover.by, isSamePerson };
  await recordAudit({ actorId: id, subjectId: id, action: 'address.proved', ip: prover.ip, details });
  if (isSamePerson) {
    await voidTokens(id, ['verify', ...CHANGE_EMAIL_KINDS]);
    return owned;
  }
  await lockOut(id);
  if (user.passwordHash !== null) await tellOwner(owned, prover);
  return owned;
}

/** Ends all sessions of an account, and takes away all that opens it but the password. */
export async function lockOut(userId: string): Promise<void> {
  await voidTokens(userId, ['verify', 'reset', 'sign-in-link', ...CHANGE_EMAIL_KINDS]);
  await Promise.all([endSignIns(userId), forgetWaysIn(userId), forgetDevices(userId)]);
}

async function tellOwner(user: UserRecord, { by }: Prover): Promise<void> {
  const what = `Your address was confirmed by ${by}. The earlier password was removed, because anyone who knew the address could have chosen it. You can choose a new one in your account.`;
  const values = { firstName: user.firstName, what, url: pageUrl('/settings/profile') };
  await sendAccountMail('second-factor-changed', user.email, values);
}

/** Forgets everything by which a user gets in, but the password; for who proves to own its address. */
export async function forgetWaysIn(userId: string): Promise<void> {
  await Promise.all([forgetIdentities(userId), forgetPasskeys(userId), forgetSecondFactor(userId)]);
}
