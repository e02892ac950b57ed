/** Converts between local times of a zone and UTC with Intl only. */

const DAY = 24 * 3_600_000;
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/**
 * The UTC time when clocks in `timeZone` show `local`; null for an invalid date.
 * In an hour skipped by a clock change, 2:30 becomes 3:30; in a repeated hour, the first one.
 * @param local `YYYY-MM-DDTHH:MM`, from date and time inputs
 */
export function zonedToUtc(local: string, timeZone: string): Date | null {
  const wall = wallOf(local);
  if (wall === null) return null;
  const [first = wall - offsetAt(wall - DAY, timeZone)] = momentsAt(wall, timeZone);
  return new Date(first);
}

/** Whether a clock change skips or repeats `local`; null for ordinary times and invalid dates. */
export function clockChange(local: string, timeZone: string): 'skipped' | 'twice' | null {
  const wall = wallOf(local);
  if (wall === null) return null;
  const { length } = momentsAt(wall, timeZone);
  return length === 0 ? 'skipped' : length === 2 ? 'twice' : null;
}

/** The times when clocks show `wall`, in order: none, one or two. */
function momentsAt(wall: number, timeZone: string): number[] {
  // No zone changes its clocks twice within two days.
  const offsets = new Set([offsetAt(wall - DAY, timeZone), offsetAt(wall + DAY, timeZone)]);
  const moments = [...offsets].map((offset) => wall - offset);
  return moments.filter((moment) => moment + offsetAt(moment, timeZone) === wall).sort((a, b) => a - b);
}

/** Wall clock time as if it were UTC; null for an invalid date. */
function wallOf(local: string): number | null {
  const parts = LOCAL.exec(local)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts;
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  return isSameWall(wall, parts) ? wall : null;
}

/** Wall clock time in `timeZone`, for date and time inputs. */
export function utcToZoned(moment: Date, timeZone: string): { date: string; time: string } {
  const shown = new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone)).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** `Date.UTC` turns 31 February into March; refuse it instead. */
function isSameWall(wall: number, parts: readonly number[]): boolean {
  const date = new Date(wall);
  const shown = [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
  ];
  return shown.every((value, index) => value === parts[index]);
}

/** Offset of the zone from UTC at a given time, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wall - Math.floor(moment / 1000) * 1000;
}

/** Making one takes longer than using it, and most pages ask about a single zone. */
let latest: { timeZone: string; clock: Intl.DateTimeFormat } | null = null;

function clockOf(timeZone: string): Intl.DateTimeFormat {
  if (latest?.timeZone === timeZone) return latest.clock;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  latest = { timeZone, clock };
  return clock;
}
