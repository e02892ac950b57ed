import type { Notification } from '../../src/shared/contracts/notifications.ts';
import { dayPart } from '../../src/shared/day-parts.ts';
import { count, date } from '../../src/shared/format.ts';
import { utcToZoned } from '../../src/shared/zoned-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Clock {
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
}

/** Lines by day, as they are headed; empty groups are left out. */
export function byDay(news: readonly Notification[], clock: Clock): { title: string; news: Notification[] }[] {
  const today = dayOf(clock.now, clock);
  const weekAgo = dayOf(clock.now - 6 * DAY, clock);
  const titleOf = ({ updatedAt }: Notification) => {
    const day = dayOf(Date.parse(updatedAt), clock);
    if (day >= today) return 'Today';
    return day >= weekAgo ? 'This week' : 'Earlier';
  };
  return ['Today', 'This week', 'Earlier']
    .map((title) => ({ title, news: news.filter((each) => titleOf(each) === title) }))
    .filter((group) => group.news.length > 0);
}

/** "Just now", "20 minutes ago", "2 hours ago", "Yesterday", "Monday", "29 May". @param when ISO 8601 */
export function agoInWords(when: string, clock: Clock): string {
  const past = Math.max(0, clock.now - Date.parse(when));
  const day = dayOf(Date.parse(when), clock);
  if (past < MINUTE) return 'Just now';
  if (past < HOUR) return `${count(Math.floor(past / MINUTE), 'minute')} ago`;
  if (day === dayOf(clock.now, clock)) return `${count(Math.floor(past / HOUR), 'hour')} ago`;
  if (day === dayOf(clock.now - DAY, clock)) return 'Yesterday';
  if (past < 6 * DAY) return dayPart(when, 'weekday', clock.timeZone);
  return date(when, { timeZone: clock.timeZone, style: 'short' });
}

function dayOf(when: number, { timeZone }: Clock): string {
  return utcToZoned(new Date(when), timeZone).date;
}
