import { createLockout } from '../../platform/http/lockout.ts';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';

const WINDOW = 15 * 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const OTHER_WAYS = 'or log in with a link we email you.';

/** Failed attempts at one account from one address: ten in 15 minutes, then a lockout that doubles each time. */
const perAddress = createLockout('sign-in-failures', {
  points: 10,
  seconds: WINDOW,
  longest: DAY,
  advice: OTHER_WAYS,
});
/** Failed attempts from a browser that the account knows; those of others don't count here. */
const perDevice = createLockout('sign-in-device', {
  points: 10,
  seconds: WINDOW,
  longest: DAY,
  advice: OTHER_WAYS,
});
/** Failed attempts at one account from all addresses together, as a botnet makes them. */
const perAccount = createLockout('sign-in-account', {
  points: 100,
  seconds: WINDOW,
  longest: HOUR,
  advice: 'or log in with a link we email you, or from a browser you’ve logged in on before.',
});
/** Failed attempts from one address at many accounts; the address may be a whole office. */
const sprays = createLockout('sign-in-spray', { points: 60, seconds: WINDOW, longest: HOUR, advice: OTHER_WAYS });
/** Failed re-entries of the password in one session: a stolen session must not lock out the owner's other sessions. */
const asked = createLockout('password-asked', { points: 10, seconds: WINDOW, longest: DAY });

/** One attempt at a password. */
export interface Attempt {
  /** As typed, whether there is such an account or not. */
  email: string;
  /** The visitor's address. */
  ip: string;
  /** Identifies a browser that has signed in to this account before; null for any other. */
  device: string | null;
}

/**
 * Counts an attempt before the password is compared. TOO_MANY_REQUESTS after the limit. A browser that the account
 * knows has its own limit, so strangers can't lock its owner out. Everyone else can still use a sign-in link.
 * @param userId for the audit log; null if there is no such account, which takes the same time
 */
export async function countAttempt(attempt: Attempt, userId: string | null): Promise<void> {
  const { email, ip, device } = attempt;
  const tell = (what: string) => async (seconds: number) =>
    recordAudit({ actorId: null, subjectId: userId, action: 'sign-in.closed', ip, details: { what, seconds } });
  if (device) return perDevice.count([email, device], tell('device'));
  const key = addressKey(ip);
  await perAddress.count([email, key], tell('address'));
  await sprays.count([key], tell('spray'));
  await perAccount.count([email], tell('account'));
}

/** A correct password resets the failures from here; of those from elsewhere only its own attempt is taken back. */
export async function forgiveAttempts({ email, ip, device }: Attempt): Promise<void> {
  if (device) return perDevice.forget([email, device]);
  const key = addressKey(ip);
  await Promise.all([perAddress.forget([email, key]), sprays.giveBack([key]), perAccount.giveBack([email])]);
}

/**
 * A password reset by mail: failed attempts at the old one no longer count. Lockouts by `countAsked` go with the
 * sign-ins, which a reset ends.
 */
export async function forgiveAll(email: string, ip: string): Promise<void> {
  await Promise.all([perAddress.forget([email, addressKey(ip)]), perAccount.forget([email])]);
}

/**
 * Counts a re-entry of the password in a session; TOO_MANY_REQUESTS after ten wrong ones in 15 minutes.
 * @param signInId the session's sign-in; sessions without one count together
 */
export async function countAsked(userId: string, signInId: string | undefined, ip: string): Promise<void> {
  await asked.count([userId, signInId ?? ''], async (seconds) =>
    recordAudit({ actorId: userId, subjectId: userId, action: 'password.closed', ip, details: { seconds } }),
  );
}

export async function forgiveAsked(userId: string, signInId: string | undefined): Promise<void> {
  await asked.forget([userId, signInId ?? '']);
}
