import type { OccasionType } from './occasions.ts';

/** Time zones of the United States and Canada. Elsewhere, Mother’s Day and Father’s Day often differ. */
const NORTH_AMERICA =
  /^(?:US|Canada)\/|^Pacific\/Honolulu$|^America\/(?:New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Toronto|Winnipeg|Regina|Edmonton|Vancouver|Halifax|St_Johns)$/;

/**
 * The next date of an occasion with a fixed day.
 * @param from `YYYY-MM-DD`, inclusive
 * @returns `YYYY-MM-DD`, or null for other occasions
 */
export function occasionDay(occasion: OccasionType, timeZone: string, from: string): string | null {
  const year = Number(from.slice(0, 4));
  const days = [year, year + 1].map((each) => dayIn(each, occasion, timeZone));
  return days.find((day) => day !== null && day >= from) ?? null;
}

function dayIn(year: number, occasion: OccasionType, timeZone: string): string | null {
  if (occasion === 'valentines') return `${year}-02-14`;
  if (!NORTH_AMERICA.test(timeZone)) return null;
  if (occasion === 'mothers') return sundayOf(year, 5, 2);
  if (occasion === 'fathers') return sundayOf(year, 6, 3);
  return null;
}

/** @param month 1 to 12 @param place 1 for the month’s first Sunday */
function sundayOf(year: number, month: number, place: number): string {
  const weekday = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const day = 1 + ((7 - weekday) % 7) + 7 * (place - 1);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
