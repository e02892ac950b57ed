import { GUEST_MAILS } from './limits.ts';
import { utcToZoned, zonedToUtc } from './zoned-time.ts';

const HOUR = 3_600_000;

/** The first moment of the day in a zone that holds `moment`. */
export function startOfDay(moment: Date, timeZone: string): Date {
  const { date } = utcToZoned(moment, timeZone);
  return zonedToUtc(`${date}T00:00`, timeZone) ?? moment;
}

/** Whether two moments fall on the same day in a zone. */
export function isSameDay(one: Date, other: Date, timeZone: string): boolean {
  return utcToZoned(one, timeZone).date === utcToZoned(other, timeZone).date;
}

/** Whether it is between 9 and 20 o'clock in the zone. */
export function isDaytime(moment: Date, timeZone: string): boolean {
  const hour = hourOf(moment, timeZone);
  return hour >= GUEST_MAILS.fromHour && hour < GUEST_MAILS.untilHour;
}

/** `moment` if it is between 9 and 20 o'clock in the zone, otherwise the next time it is 9. */
export function nextDaytime(moment: Date, timeZone: string): Date {
  if (isDaytime(moment, timeZone)) return moment;
  const day =
    hourOf(moment, timeZone) < GUEST_MAILS.fromHour
      ? moment
      : new Date(startOfDay(moment, timeZone).getTime() + 30 * HOUR);
  const { date } = utcToZoned(day, timeZone);
  return zonedToUtc(`${date}T0${GUEST_MAILS.fromHour}:00`, timeZone) ?? moment;
}

/** Hour of the day in a zone, 0 to 23. */
function hourOf(moment: Date, timeZone: string): number {
  return Number(utcToZoned(moment, timeZone).time.slice(0, 2));
}
