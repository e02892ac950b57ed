/** Formats numbers, dates and lists. Pure, with equal results in Node and browsers. */

/** Some engines' Intl uses narrow spaces (U+202F); server and browser must render the same text. */
function plainSpaces(text: string): string {
  return text.replace(/[\u202f\u2009]/g, '\u00a0');
}

/** "0:41", "12:05", "1:02:05". @param seconds length; parts of a second are cut off */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const h = Math.floor(whole / 3600);
  const m = Math.floor((whole % 3600) / 60);
  const s = String(whole % 60).padStart(2, '0');
  return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${m}:${s}`;
}

/** "8 min 12 s", "41 s", "1 h 2 min". @param seconds length, rounded to whole seconds */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const h = Math.floor(whole / 3600);
  const m = Math.floor((whole % 3600) / 60);
  const s = whole % 60;
  if (h > 0) return m > 0 ? `${h} h ${m} min` : `${h} h`;
  if (m > 0) return s > 0 ? `${m} min ${s} s` : `${m} min`;
  return `${s} s`;
}

/** ISO 8601 duration for `datetime` attributes, e.g. "PT8M12S". */
export function isoDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `PT${Math.floor(whole / 60)}M${whole % 60}S`;
}

/** "18 MB", "1.2 GB", "640 KB": binary steps, one decimal below ten. */
export function bytes(count: number, locale = 'en'): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let value = Math.max(0, count);
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit > 0 && value < 10 ? 1 : 0;
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${units[unit]}`;
}

/** "$12.00", or "$12" with `short` where there are no cents. @param cents integer cents */
export function money(cents: number, options: { currency?: string; locale?: string; short?: boolean } = {}): string {
  const digits = options.short && cents % 100 === 0 ? 0 : 2;
  return plainSpaces(
    new Intl.NumberFormat(options.locale ?? 'en-US', {
      style: 'currency',
      currency: options.currency ?? 'USD',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(cents / 100),
  );
}

export interface DateOptions {
  /** IANA zone. Default: UTC. */
  timeZone?: string;
  locale?: string;
  /**
   * `day`: "Friday, June 12"; `day-time` adds the time; `short`: "Jun 12"; `short-year`: "Jun 12, 2026"; `short-time` adds the time;
   * `full`: the day with the year; `time`: time only.
   */
  style?: 'day' | 'day-time' | 'short' | 'short-year' | 'short-time' | 'full' | 'time';
}

const DATE_PARTS: Record<NonNullable<DateOptions['style']>, Intl.DateTimeFormatOptions> = {
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  'day-time': { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' },
  short: { day: 'numeric', month: 'short' },
  'short-year': { day: 'numeric', month: 'short', year: 'numeric' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  'short-time': { dateStyle: 'medium', timeStyle: 'short' },
  time: { hour: 'numeric', minute: '2-digit' },
};

/** A date for reading, such as "Friday, June 12 at 6:00 PM". @param when ISO 8601 or a Date */
export function date(when: string | Date, options: DateOptions = {}): string {
  const format = new Intl.DateTimeFormat(options.locale ?? 'en', {
    ...DATE_PARTS[options.style ?? 'day'],
    timeZone: options.timeZone ?? 'UTC',
  });
  return plainSpaces(format.format(typeof when === 'string' ? new Date(when) : when));
}

/** "Ruth", "Ruth and Karl", "Ruth, Karl and Ines". @param fallback for an empty list */
export function listNames(names: readonly string[], fallback = ''): string {
  const given = names.map((name) => name.trim()).filter(Boolean);
  const last = given.at(-1);
  if (last === undefined) return fallback;
  return given.length === 1 ? last : `${given.slice(0, -1).join(', ')} and ${last}`;
}

/** "Ruth, Karl and 4 more". @param most maximum number of names */
export function someNames(names: readonly string[], most: number): string {
  if (names.length <= most) return listNames(names);
  return listNames([...names.slice(0, most), `${names.length - most} more`]);
}

/** "Ruth’s", and also "Elias’s", as most style guides recommend. */
export function possessive(name: string): string {
  return `${name}’s`;
}

/** "1 clip", "12 clips". @param many plural, if it is not `one` with an s */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${new Intl.NumberFormat('en').format(amount)} ${amount === 1 ? one : many}`;
}

/** "A", in place of a profile picture. */
export function initial(name: string): string {
  return (Array.from(name.trim())[0] ?? '?').toLocaleUpperCase('en');
}

export interface TimeLeft {
  isOver: boolean;
  days: number;
  hours: number;
  minutes: number;
}

/** Time until `until`; all zero when it has passed. @param now milliseconds since 1970 */
export function timeLeft(until: string, now: number): TimeLeft {
  const rest = new Date(until).getTime() - now;
  if (!(rest > 0)) return { isOver: true, days: 0, hours: 0, minutes: 0 };
  const minutes = Math.floor(rest / 60_000);
  return {
    isOver: false,
    days: Math.floor(minutes / 1440),
    hours: Math.floor((minutes % 1440) / 60),
    minutes: minutes % 60,
  };
}

/** "5 days left", "4 hours left", "12 minutes left", "Closed". @param now milliseconds since 1970 */
export function timeLeftWords(until: string, now: number): string {
  const left = timeLeft(until, now);
  if (left.isOver) return 'Closed';
  if (left.days > 0) return `${count(left.days, 'day')} left`;
  if (left.hours > 0) return `${count(left.hours, 'hour')} left`;
  return left.minutes > 0 ? `${count(left.minutes, 'minute')} left` : 'Under a minute left';
}
