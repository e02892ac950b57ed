import { createLimiter, tooMany } from './rate-limits.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export interface LockoutRule {
  /** Attempts in a window; the next one closes. */
  points: number;
  /** Length of the window and of the first closing, in seconds. */
  seconds: number;
  /** The longest closing, in seconds. */
  longest: number;
  /** What to do besides waiting; stands behind "Please wait N minutes". */
  advice?: string;
}

/** A limit on attempts that closes for longer each time within a day; it holds across processes. */
export interface Lockout {
  /**
   * Counts an attempt before it is looked at, so that attempts side by side count too. Past the limit it throws
   * TOO_MANY_REQUESTS.
   * @param onClosing called once for each closing
   */
  count(key: readonly string[], onClosing?: (seconds: number) => Promise<void>): Promise<void>;
  /** Takes one counted attempt back, which was a good one. */
  giveBack(key: readonly string[]): Promise<void>;
  /** Forgets the attempts of this window. */
  forget(key: readonly string[]): Promise<void>;
}

export function createLockout(name: string, rule: LockoutRule): Lockout {
  const attempts = createLimiter(name, rule);
  const closings = createLimiter(`${name}-closings`, { points: Number.MAX_SAFE_INTEGER, seconds: DAY });
  return {
    async count(key, onClosing) {
      const { count, isOver, secondsLeft } = await attempts.count(...key);
      if (!isOver) return;
      // Only the first attempt past the limit closes; all later ones find it closed.
      if (count !== rule.points + 1) throw closed(secondsLeft, rule.advice);
      const times = (await closings.count(...key)).count;
      const seconds = Math.min(rule.longest, rule.seconds * 2 ** (times - 1));
      await attempts.block(seconds, ...key);
      await onClosing?.(seconds);
      throw closed(seconds, rule.advice);
    },
    giveBack: (key) => attempts.giveBack(...key),
    forget: (key) => attempts.forget(...key),
  };
}

function closed(seconds: number, advice = 'and try again.') {
  const minutes = Math.ceil(seconds / MINUTE);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return tooMany(seconds, `Too many wrong tries. Please wait ${wait} ${advice}`);
}
