import { createLockout } from '../../platform/http/lockout.ts';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';

const WINDOW = 15 * 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const OTHER_WAYS = 'or sign in with a link we email you.';

/** Guesses at one account from one address: closed after ten in 15 minutes, and for twice as long each further time. */
const perAddress = createLockout('sign-in-failures', {
  points: 10,
  seconds: WINDOW,
  longest: DAY,
  advice: OTHER_WAYS,
});
/** Guesses from a browser that has signed in to the account before; nobody else's guesses count here. */
const perDevice = createLockout('sign-in-device', {
  points: 10,
  seconds: WINDOW,
  longest: DAY,
  advice: OTHER_WAYS,
});
/** Guesses at one account from all addresses together, as a crowd of machines makes them. */
const perAccount = createLockout('sign-in-account', {
  points: 100,
  seconds: WINDOW,
  longest: HOUR,
  advice: 'or sign in with a link we email you, or from a browser you’ve signed in on before.',
});
/** Guesses from one address at many accounts; a whole office may be behind it. */
const sprays = createLockout('sign-in-spray', { points: 60, seconds: WINDOW, longest: HOUR, advice: OTHER_WAYS });
/** The own password asked for by a change in one session: who took it over must not shut the owner out of theirs. */
const asked = createLockout('password-asked', { points: 10, seconds: WINDOW, longest: DAY });

/** One try of a password. */
export interface Attempt {
  /** As typed, whether there is such an account or not. */
  email: string;
  /** The visitor's address. */
  ip: string;
  /** Names a browser that has signed in to this account before; null for any other. */
  device: string | null;
}

/**
 * Counts an attempt before the password is looked at. Throws TOO_MANY_REQUESTS past a limit. A browser that the account
 * knows has a count of its own: however many strangers guess, its owner gets in. Everybody else can still take a mailed link.
 * @param userId for the audit log; null where there is no such account, which takes the same time
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

/** A good password forgives the failures before it from here; of those from elsewhere it only takes its own attempt back. */
export async function forgiveAttempts({ email, ip, device }: Attempt): Promise<void> {
  if (device) return perDevice.forget([email, device]);
  const key = addressKey(ip);
  await Promise.all([perAddress.forget([email, key]), sprays.giveBack([key]), perAccount.giveBack([email])]);
}

/**
 * A new password, chosen by who reads the account's mail: what was guessed at the old one counts no more. What `countAsked`
 * closed goes with the sign-ins, all of which such a password ends.
 */
export async function forgiveAll(email: string, ip: string): Promise<void> {
  await Promise.all([perAddress.forget([email, addressKey(ip)]), perAccount.forget([email])]);
}

/**
 * Counts that a session's own password is asked for; throws TOO_MANY_REQUESTS past ten wrong ones in 15 minutes.
 * @param signInId the sign-in of that session; without one all such sessions of the user count together
 */
export async function countAsked(userId: string, signInId: string | undefined, ip: string): Promise<void> {
  await asked.count([userId, signInId ?? ''], async (seconds) =>
    recordAudit({ actorId: userId, subjectId: userId, action: 'password.closed', ip, details: { seconds } }),
  );
}

export async function forgiveAsked(userId: string, signInId: string | undefined): Promise<void> {
  await asked.forget([userId, signInId ?? '']);
}
