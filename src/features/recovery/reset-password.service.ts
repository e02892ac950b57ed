import type { User } from '../../shared/contracts/accounts.ts';
import type { ProviderName } from '../../shared/contracts/identities.ts';
import { PROVIDER_WORDS } from '../../shared/contracts/way-in-problems.ts';
import type { Drafts } from '../../shared/viewer.ts';
import { forgetWaysIn } from '../addresses/address-proof.service.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  CHANGE_EMAIL_KINDS,
  outdatedLink,
  readToken,
  redeemToken,
  voidTokens,
} from '../credentials/one-time-tokens.service.ts';
import { forgiveAll } from '../credentials/password-attempts.service.ts';
import { checkNewPassword } from '../credentials/password-rules.service.ts';
import { hashPassword } from '../credentials/passwords.service.ts';
import { draftsInToken } from '../drafts/draft-sets.service.ts';
import { forgetIdentities } from '../identities/identities.service.ts';
import { forgetDevices } from '../sessions/known-devices.service.ts';
import { endSignIns } from '../sessions/sign-ins.service.ts';
import { forgetPasskeys } from '../two-factor/passkeys.service.ts';
import { needsSecondFactor } from '../two-factor/second-factor.service.ts';
import { withdrawStaffRole } from '../users/roles.service.ts';
import { resetPasswordOf } from '../users/user-passwords.service.ts';
import { toUserDto, type UserRecord } from '../users/user-record.service.ts';
import { findUser } from '../users/users.service.ts';
import { tellPasswordChanged } from './password-mails.ts';

/**
 * Resets the password by a mailed link. A stranger may have had access, so all sessions end, and passkeys, identities
 * and open links are removed; the mail lists them. An identity with the same address is linked again on its next use.
 * The address counts as confirmed; if it was not before, two-factor is removed too. Staff without two-factor lose their
 * role. All of it can be repeated, and the link stays valid until it is done. FIELDS_REFUSED for a weak password; otherwise
 * throws as `redeemToken` does.
 */
export async function resetPassword(
  token: string,
  password: string,
  ip: string,
  signedInAs: string | null = null,
): Promise<{ user: User; drafts: Drafts }> {
  const asked = await readToken('reset', token);
  const before = await userOf(asked);
  await checkNewPassword(password, before);
  const passwordHash = await hashPassword(password);
  const { id } = before;
  // An unconfirmed account may be a stranger's: from now on only the mailbox's owner gets in. First, as the next step
  // confirms it.
  if (!before.verifiedAt && signedInAs !== id) await Promise.all([forgetWaysIn(id), forgetDevices(id)]);
  const user = await resetPasswordOf(before, passwordHash);
  if (!user) throw outdatedLink();
  const removed = { passkeys: await forgetPasskeys(id), identities: await forgetIdentities(id) };
  await endSignIns(id);
  await voidTokens(id, ['verify', 'sign-in-link', ...CHANGE_EMAIL_KINDS]);
  const hasSecondStep = await needsSecondFactor(id);
  const lostRole = !hasSecondStep && (await withdrawStaffRole(id));
  const { data } = await redeemToken('reset', token);
  await voidTokens(id, ['reset']);
  await forgiveAll(user.email, ip);
  const details = {
    removedPasskeys: removed.passkeys,
    removedProviders: removed.identities.map(({ provider }) => provider),
  };
  await recordAudit({ actorId: id, subjectId: id, action: 'password.reset', ip, details });
  const known = toUserDto(lostRole ? { ...user, role: 'user' } : user);
  await tellPasswordChanged(known, waysAfterReset(user.email, { ...removed, hasSecondStep, lostRole }));
  return { user: known, drafts: draftsInToken(data) };
}

/** For the mail: what the reset removed, how it comes back, and what is still asked for. */
function waysAfterReset(email: string, removed: AfterReset): string {
  const own = namesOf(removed.identities.filter((identity) => identity.email?.toLowerCase() === email));
  const others = namesOf(removed.identities.filter((identity) => identity.email?.toLowerCase() !== email));
  return [
    removed.passkeys > 0 && 'Your passkeys were removed. You can add the ones you use again.',
    own && `Logging in with ${own} was removed. It comes back when you next use it with this address.`,
    others &&
      `Logging in with ${others} was removed, because you have a different address there. If that was yours, connect it again in your account, under Security.`,
    removed.hasSecondStep && 'You’ll still need the code from your app to log in.',
    removed.lostRole && 'Your staff rights were removed, because no code protected them. An admin can give them back.',
  ]
    .filter(Boolean)
    .join(' ');
}

interface AfterReset {
  /** How many there were. */
  passkeys: number;
  identities: readonly { provider: ProviderName; email: string | null }[];
  hasSecondStep: boolean;
  lostRole: boolean;
}

function namesOf(identities: AfterReset['identities']): string {
  return [...new Set(identities.map(({ provider }) => PROVIDER_WORDS[provider]))].join(' and ');
}

async function userOf(token: { userId: string | null; email: string | null }): Promise<UserRecord> {
  const user = token.userId === null ? null : await findUser(token.userId);
  if (!user || user.email !== token.email) throw outdatedLink();
  return user;
}
