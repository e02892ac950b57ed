import { AppError } from '../../../platform/errors.ts';
import { addressKey, createLimiter, tooMany } from '../../../platform/http/rate-limits.ts';
import { platform } from '../../../platform/platform.ts';
import type { JobData, Work } from '../../../platform/queue/handled-jobs.ts';
import type { User } from '../../../shared/contracts/accounts.ts';
import type { ProviderName } from '../../../shared/contracts/identities.ts';
import type { Carried, Viewer } from '../../../shared/viewer.ts';
import { PROVIDER_WORDS } from '../../../shared/way-in-problems.ts';
import { gone } from '../addresses/activation.service.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { accountJobs } from '../credentials/job-types.ts';
import {
  CHANGE_EMAIL_KINDS,
  createToken,
  readToken,
  redeemToken,
  voidTokens,
} from '../credentials/one-time-tokens.service.ts';
import { forgiveAll } from '../credentials/password-attempts.service.ts';
import { checkNewPassword } from '../credentials/password-rules.service.ts';
import { hashPassword } from '../credentials/passwords.service.ts';
import { carriedBy, carriedByToken, carriedToToken, NOTHING } from '../drafts/draft-sets.service.ts';
import { forgetDevices } from '../sessions/known-devices.service.ts';
import { endSignIns } from '../sessions/sign-ins.service.ts';
import { forgetIdentities, forgetPasskeys, forgetWaysIn } from '../sign-in/sign-in-ways.service.ts';
import { needsSecondFactor } from '../two-factor/second-factor.service.ts';
import { pageUrl, sendAccountMail } from '../users/account-mails.service.ts';
import { withdrawStaffRole } from '../users/roles.service.ts';
import { type StoredUser, UserModel } from '../users/user.model.ts';
import { toUserDto } from '../users/user-record.service.ts';

const HOUR = 3600;
/** Mails that one visitor may have sent to one address. */
const asks = createLimiter('account-links', { points: 5, seconds: HOUR });
/** Mails to one account, whoever asks: past this no more are sent, and nobody is told. */
const mailed = createLimiter('account-mails', { points: 12, seconds: HOUR });

/**
 * Has the link mailed that confirms an address or chooses a new password, where there is an account to it. Does the same
 * and takes the same time where there is none. TOO_MANY_REQUESTS past five an hour.
 */
export async function askForLink(kind: 'verify' | 'reset', email: string, viewer: Viewer): Promise<void> {
  const { isOver, secondsLeft } = await asks.count(kind, email, addressKey(viewer.ip));
  if (isOver) {
    throw tooMany(secondsLeft, 'We’ve already sent a few emails. Please check your inbox and your spam folder.');
  }
  const { preparedEventIds, contributedMediaIds } = carriedBy(viewer);
  const carried = { preparedEventIds: [...preparedEventIds], contributedMediaIds: [...contributedMediaIds] };
  await platform().queue.enqueue(accountJobs.link, { kind, email, ...carried });
}

/**
 * Has the link mailed once more that confirms an address; the signed-in user's own unless told. FIELDS_REFUSED without
 * either, WRONG_STATE where the own one is confirmed already.
 */
export async function resendVerification(email: string | undefined, viewer: Viewer): Promise<void> {
  const own = viewer.user;
  if (!email && !own) {
    throw new AppError('FIELDS_REFUSED', { message: 'Which address?', fields: { email: 'Please fill this in.' } });
  }
  if (own && (email ?? own.email) === own.email) {
    const isConfirmed = await UserModel.exists({ _id: own.id, verifiedAt: { $ne: null } });
    if (isConfirmed) throw new AppError('WRONG_STATE', { message: 'Your address is already confirmed.' });
  }
  await askForLink('verify', email ?? own?.email ?? '', viewer);
}

/** Does `account.link`. */
export const linkWork: Work<JobData<typeof accountJobs.link>> = {
  async run({ kind, email, ...carried }) {
    const user = await UserModel.findOne({ email }).lean<StoredUser>();
    if (!user) return;
    // An account without a password that was never confirmed is one that its address's owner has disowned.
    if (kind === 'verify' && (user.verifiedAt || user.passwordHash === null)) return;
    if ((await mailed.count(String(user._id))).isOver) return;
    await sendLink(kind, toUserDto(user), carried);
  },
};

/** Mails the link that confirms the address of a new account. */
export async function sendVerification(user: User): Promise<void> {
  await sendLink('verify', user, NOTHING);
}

async function sendLink(kind: 'verify' | 'reset', user: User, carried: Carried): Promise<void> {
  const token = await createToken(kind, { userId: user.id, email: user.email, data: carriedToToken(carried) });
  const path = kind === 'verify' ? '/auth/activate' : '/auth/reset-password';
  await sendAccountMail(kind, user.email, { firstName: user.firstName, url: pageUrl(`${path}/${token}`) });
}

/** What using a link did. */
export interface UsedLink {
  user: User;
  /** What the browser that asked for the link had prepared and contributed. */
  carried: Carried;
}

/**
 * Sets a new password with a mailed link. All sessions of the account end, its passkeys, providers and open links go, as whoever
 * needs a new password may have had a stranger in; the mail says so, and how they come back. A provider's account of the same
 * address is linked again when it is next used. The address counts as confirmed, and where it was not before, the second step
 * goes too. Staff whom no code of a second step guards have no more rights than a user until somebody gives them anew. FIELDS_REFUSED for a password that is easy to guess, which leaves the link good; else throws as `redeemToken` does.
 */
export async function resetPassword(
  token: string,
  password: string,
  ip: string,
  signedInAs: string | null = null,
): Promise<UsedLink> {
  const asked = await readToken('reset', token);
  const before = await userOf(asked);
  await checkNewPassword(password, before);
  const passwordHash = await hashPassword(password);
  const { data } = await redeemToken('reset', token);
  const now = new Date();
  const user = await UserModel.findOneAndUpdate(
    { _id: before._id, email: asked.email },
    { $set: { passwordHash, passwordChangedAt: now, verifiedAt: before.verifiedAt ?? now, pendingEmail: null } },
    { returnDocument: 'after' },
  ).lean<StoredUser>();
  if (!user) throw gone();
  const id = String(user._id);
  const removed = { passkeys: await forgetPasskeys(id), identities: await forgetIdentities(id) };
  await endSignIns(id);
  // Whoever made an account without confirming its address may have been anybody: only its owner gets in from now on.
  if (!before.verifiedAt && signedInAs !== id) await Promise.all([forgetWaysIn(id), forgetDevices(id)]);
  await voidTokens(id, ['reset', 'verify', 'sign-in-link', ...CHANGE_EMAIL_KINDS]);
  await forgiveAll(user.email, ip);
  const details = {
    removedPasskeys: removed.passkeys,
    removedProviders: removed.identities.map(({ provider }) => provider),
  };
  await recordAudit({ actorId: id, subjectId: id, action: 'password.reset', ip, details });
  const hasSecondStep = await needsSecondFactor(id);
  const lostRole = !hasSecondStep && (await withdrawStaffRole(id));
  const known = toUserDto(lostRole ? { ...user, role: 'user' } : user);
  await tellPasswordChanged(known, waysAfterReset(user.email, { ...removed, hasSecondStep, lostRole }));
  return { user: known, carried: carriedByToken(data) };
}

/** In words, for the mail: what a reset has taken away and how it comes back, and what is still asked for. */
function waysAfterReset(email: string, removed: AfterReset): string {
  const own = namesOf(removed.identities.filter((identity) => identity.email?.toLowerCase() === email));
  const others = namesOf(removed.identities.filter((identity) => identity.email?.toLowerCase() !== email));
  return [
    removed.passkeys > 0 && 'Your passkeys were removed. You can add the ones you use again.',
    own && `Signing in with ${own} was removed. It comes back when you next use it with this address.`,
    others &&
      `Signing in with ${others} was removed, because you have a different address there. If that was yours, connect it again in your account, under Security.`,
    removed.hasSecondStep && 'You’ll still need the code from your app to sign in.',
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

/**
 * Tells the owner that there is a new password, should it not have been them.
 * @param more what else they should know of it
 */
export async function tellPasswordChanged(user: User, more = ''): Promise<void> {
  const values = { firstName: user.firstName, more, url: pageUrl('/auth/forgot-password') };
  await sendAccountMail('password-changed', user.email, values);
}

async function userOf(token: { userId: string | null; email: string | null }): Promise<StoredUser> {
  const user = await UserModel.findOne({ _id: token.userId, email: token.email }).lean<StoredUser>();
  if (!user) throw gone();
  return user;
}
