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

/** A person who has just proved that a mailbox is theirs. */
export interface Prover {
  email: string;
  firstName: string;
  lastName: string;
  /** The user signed in where the proof arrives; null for nobody and during impersonation. */
  signedInAs: string | null;
  ip: string;
  /** In words, for the mail: "a link we emailed you". */
  by: string;
}

/** The account of an address that was just proved; created if there is none. */
export async function ownerOf(prover: Prover): Promise<{ user: UserRecord; isNew: boolean }> {
  const { email, firstName, lastName, ip } = prover;
  for (let tries = 0; tries < 3; tries++) {
    const found = await findUserByEmail(email);
    if (found) return { user: await proveAddress(found, prover), isNew: false };
    const made = await createUser({ email, firstName, lastName, verifiedAt: new Date() });
    // A concurrent request created it; the next turn finds it.
    if (!made) continue;
    const { id } = made;
    await recordAudit({ actorId: id, subjectId: id, action: 'account.made', ip, details: { by: prover.by } });
    return { user: made, isNew: true };
  }
  throw new AppError('WRONG_STATE', { message: 'This account is being changed at the moment. Please try again.' });
}

/**
 * If the address was confirmed before, nothing changes. If the proof comes from a browser signed in to this account,
 * only a pending change of address is cancelled: it was requested before this address was proved. Otherwise the account
 * may have been created by a stranger who knows its password: everything that opens it is removed, and it is the
 * owner's.
 */
async function proveAddress(user: UserRecord, prover: Prover): Promise<UserRecord> {
  if (user.verifiedAt) return user;
  const { id } = user;
  const isSamePerson = prover.signedInAs === id;
  const owned = await confirmFirst(user, { dropPassword: !isSamePerson });
  // A concurrent proof came first; its result counts.
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

/** Ends all sessions of an account and removes everything that opens it, except the password. */
export async function lockOut(userId: string): Promise<void> {
  await voidTokens(userId, ['verify', 'reset', 'sign-in-link', ...CHANGE_EMAIL_KINDS]);
  await Promise.all([endSignIns(userId), forgetWaysIn(userId), forgetDevices(userId)]);
}

async function tellOwner(user: UserRecord, { by }: Prover): Promise<void> {
  const what = `Your address was confirmed by ${by}. The earlier password was removed, because anyone who knew the address could have chosen it. You can choose a new one in your account.`;
  const values = { firstName: user.firstName, what, url: pageUrl('/settings/profile') };
  await sendAccountMail('second-factor-changed', user.email, values);
}

/** Deletes identities, passkeys and two-factor of an account whose address was proved by its owner. */
export async function forgetWaysIn(userId: string): Promise<void> {
  await Promise.all([forgetIdentities(userId), forgetPasskeys(userId), forgetSecondFactor(userId)]);
}
