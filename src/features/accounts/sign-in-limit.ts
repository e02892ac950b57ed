import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';

const MINUTE = 60;
const WINDOW = 15 * MINUTE;
const DAY = 24 * 60 * MINUTE;

/** An account is closed to an address after ten failures in 15 minutes; to everybody else it stays open. */
const failures = createLimiter('sign-in-failures', { points: 10, seconds: WINDOW });
const closings = createLimiter('sign-in-closings', { points: Number.MAX_SAFE_INTEGER, seconds: DAY });

/**
 * Counts an attempt before the password is looked at, so that attempts side by side count too. Past the limit it throws
 * TOO_MANY_REQUESTS; each further time within a day the account stays closed twice as long: 15, 30, 60 minutes and so on.
 */
export async function countAttempt(email: string, ip: string): Promise<void> {
  const key = [email, addressKey(ip)];
  const { count, isOver, secondsLeft } = await failures.count(...key);
  if (!isOver) return;
  // Only the first attempt past the limit closes; all later ones find it closed.
  if (count !== 11) throw closed(secondsLeft);
  const times = (await closings.count(...key)).count;
  const seconds = Math.min(DAY, WINDOW * 2 ** (times - 1));
  await failures.block(seconds, ...key);
  throw closed(seconds);
}

/** A good password forgives the failures before it. */
export async function forgiveAttempts(email: string, ip: string): Promise<void> {
  await failures.forget(email, addressKey(ip));
}

function closed(seconds: number) {
  const minutes = Math.ceil(seconds / MINUTE);
  return tooMany(
    seconds,
    `That was wrong too often. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
  );
}
