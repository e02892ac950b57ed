import { createLimiter, tooMany } from './rate-limits.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export interface LockoutRule {
  /** Attempts in a window; the next one locks. */
  points: number;
  /** Length of the window and of the first lockout, in seconds. */
  seconds: number;
  /** The longest lockout, in seconds. */
  longest: number;
  /** What to do besides waiting; follows "Please wait N minutes". */
  advice?: string;
}

/** A limit on attempts that locks out for longer each time within a day; shared by all processes. */
export interface Lockout {
  /**
   * Counts an attempt before it is checked, so that concurrent attempts count. TOO_MANY_REQUESTS past the limit.
   * @param onClosing called once for each lockout
   */
  count(key: readonly string[], onClosing?: (seconds: number) => Promise<void>): Promise<void>;
  /** Takes back an attempt that succeeded. */
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
      // Only the first attempt past the limit starts a lockout.
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
