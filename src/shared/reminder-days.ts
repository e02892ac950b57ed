import { isDaytime } from './guest-hours.ts';
import { utcToZoned } from './zoned-time.ts';

/** Days before the deadline on which guests may be reminded; 0 is the day itself. */
export const REMINDER_DAYS = [7, 3, 1, 0] as const;
export type ReminderDay = (typeof REMINDER_DAYS)[number];

const DAY = 86_400_000;

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
  const last = utcToZoned(deadline, timeZone).date;
  const day = Math.round((Date.parse(last) - Date.parse(utcToZoned(now, timeZone).date)) / DAY);
  return days.includes(day) ? { day, key: `${last}:${day}` } : null;
}
