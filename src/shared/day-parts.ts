import { date } from './format.ts';

const PARTS = {
  /** "June 12". */
  'month-day': { day: 'numeric', month: 'long' },
  /** "Friday". */
  weekday: { weekday: 'long' },
  /** "Jun". */
  month: { month: 'short' },
  /** "12". */
  day: { day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** One part of a date in a time zone. @param when ISO 8601 or a Date */
export function dayPart(when: string | Date, part: keyof typeof PARTS, timeZone: string): string {
  return new Intl.DateTimeFormat('en', { ...PARTS[part], timeZone }).format(new Date(when));
}

/** "June 12, 9:00 AM": a compact date and time. */
export function shortMoment(when: string, timeZone: string): string {
  return `${dayPart(when, 'month-day', timeZone)}, ${date(when, { timeZone, style: 'time' })}`;
}
