/** Local times of a zone and moments in UTC, without a library: Intl knows the zones. */

const DAY = 24 * 3_600_000;
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/**
 * The moment at which clocks in `timeZone` show `local`; null where `local` is no date.
 * In an hour that a change of the clocks skips, it is the moment by the clock from before the change, so 2:30 is 3:30; of an
 * hour that comes twice, the first.
 * @param local `YYYY-MM-DDTHH:MM`, as date and time inputs send it
 */
export function zonedToUtc(local: string, timeZone: string): Date | null {
  const wall = wallOf(local);
  if (wall === null) return null;
  const [first = wall - offsetAt(wall - DAY, timeZone)] = momentsAt(wall, timeZone);
  return new Date(first);
}

/** Whether a change of the clocks skips `local`, or has it twice; null for an ordinary time, and for what is no date. */
export function clockChange(local: string, timeZone: string): 'skipped' | 'twice' | null {
  const wall = wallOf(local);
  if (wall === null) return null;
  const { length } = momentsAt(wall, timeZone);
  return length === 0 ? 'skipped' : length === 2 ? 'twice' : null;
}

/** The moments at which clocks show `wall`, first to last: none, one or two. */
function momentsAt(wall: number, timeZone: string): number[] {
  // No zone changes its clocks twice within two days.
  const offsets = new Set([offsetAt(wall - DAY, timeZone), offsetAt(wall + DAY, timeZone)]);
  const moments = [...offsets].map((offset) => wall - offset);
  return moments.filter((moment) => moment + offsetAt(moment, timeZone) === wall).sort((a, b) => a - b);
}

/** What a clock shows, as if it were UTC; null for what is no date. */
function wallOf(local: string): number | null {
  const parts = LOCAL.exec(local)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts;
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  return isSameWall(wall, parts) ? wall : null;
}

/** What clocks in `timeZone` show at a moment, as date and time inputs want it. */
export function utcToZoned(moment: Date, timeZone: string): { date: string; time: string } {
  const shown = new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone)).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** `Date.UTC` rolls 31 February over into March; a person meant something else. */
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

/** How far clocks in the zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wall - Math.floor(moment / 1000) * 1000;
}
