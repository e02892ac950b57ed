import { isDaytime } from './guest-hours.ts';
import { LATE_GRACE } from './limits.ts';
import { utcToZoned } from './zoned-time.ts';

/** Days before the deadline on which guests may be reminded; 0 is the day itself. */
export const REMINDER_DAYS = [7, 3, 1, 0] as const;
export type ReminderDay = (typeof REMINDER_DAYS)[number];

const DAY = 86_400_000;

/** Until when a guest's own link is of use: the deadline, and once that has passed, the end of the extra days. */
export function guestDeadline(deadline: Date, now: Date): Date {
  return now < deadline ? deadline : new Date(deadline.getTime() + LATE_GRACE);
}

/** Days by the calendar of a zone until a moment: 0 on its day, less than that afterwards. */
export function daysUntil(moment: Date, timeZone: string, now: Date): number {
  const [last, today] = [moment, now].map((each) => Date.parse(utcToZoned(each, timeZone).date));
  return Math.round(((last ?? 0) - (today ?? 0)) / DAY);
}

/**
 * The reminder that is due at a moment: its day, and a key that stays the same until the deadline moves to another day.
 * Null at night, on other days, and after the deadline.
 * @param timeZone of the guest, or else the event's
 */
export function dueReminder(
  deadline: Date,
  timeZone: string,
  { days, now }: { days: readonly number[]; now: Date },
): { day: number; key: string } | null {
  if (now >= deadline || !isDaytime(now, timeZone)) return null;
  const day = daysUntil(deadline, timeZone, now);
  return days.includes(day) ? { day, key: `${utcToZoned(deadline, timeZone).date}:${day}` } : null;
}
