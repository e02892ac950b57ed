import type { Event, Recipient } from '../../src/shared/contracts/events.ts';
import { count, date, possessive } from '../../src/shared/format.ts';
import { occasionDay } from '../../src/shared/occasion-day.ts';
import { momentInWords, zoneInWords } from '../../src/shared/zone-words.ts';
import { clockChange, utcToZoned, zonedToUtc } from '../../src/shared/zoned-time.ts';
import { waitingOf } from './studio-state.ts';

const DAY = 24 * 3_600_000;
/** Default time of day. */
const HOUR = '09:00';
/** An occasion further ahead, in milliseconds, is probably last year’s. */
const NEAR = 90 * DAY;

export const OUTDATED = 'Something has changed since the film was made. Publish again to put it in.';

/** Form state of the dialog. */
export interface GiveDraft {
  when: 'now' | 'day';
  /** `YYYY-MM-DD` and `HH:MM` in `timeZone`. */
  day: string;
  time: string;
  timeZone: string;
  how: 'mail' | 'text' | 'hand';
  /** Addresses by recipient id. */
  emails: Readonly<Record<string, string>>;
  /** Phone numbers by recipient id. */
  phones: Readonly<Record<string, string>>;
  message: string;
}

/** The current plan, or immediate delivery. @param now milliseconds since 1970 */
export function draftOf(event: Event, now: number): GiveDraft {
  const { delivery, recipients, timeZone } = event;
  const planned = isPlanned(event) && delivery?.at ? utcToZoned(new Date(delivery.at), timeZone) : null;
  return {
    when: planned ? 'day' : 'now',
    day: planned?.date ?? likelyDay(event, now),
    time: planned?.time ?? HOUR,
    timeZone,
    how: delivery?.byHand ? 'hand' : delivery?.byText ? 'text' : 'mail',
    ...addressesOf(recipients),
    message: delivery?.message ?? '',
  };
}

type Addresses = Pick<GiveDraft, 'emails' | 'phones'>;

/** Addresses as they are now, but for those that were typed. */
export function addressesOf(recipients: readonly Recipient[], typed?: Addresses): Addresses {
  return {
    emails: Object.fromEntries(recipients.map(({ id, email }) => [id, typed?.emails[id] ?? email ?? ''])),
    phones: Object.fromEntries(recipients.map(({ id, phone }) => [id, typed?.phones[id] ?? phone ?? ''])),
  };
}

/** Default date: the occasion's fixed day, or the day after the deadline, or tomorrow. */
function likelyDay({ occasion, timeZone, deadline, isClosed }: Event, now: number): string {
  const dayOf = (at: number) => utcToZoned(new Date(at), timeZone).date;
  const tomorrow = dayOf(now + DAY);
  const first = utcToZoned(new Date(now), timeZone).time < HOUR ? dayOf(now) : tomorrow;
  const fixed = occasionDay(occasion, timeZone, first);
  if (fixed && fixed <= dayOf(now + NEAR)) return fixed;
  const due = deadline && !isClosed ? dayOf(Date.parse(deadline) + DAY) : '';
  return due && due > tomorrow ? due : tomorrow;
}

/** Names a recipient's number among the errors of fields. */
export function phoneOf(recipientId: string): string {
  return `${recipientId}.phone`;
}

/** Whether a gift waits for its day: not one that is being given right now. */
export function isPlanned({ delivery }: Pick<Event, 'delivery'>): boolean {
  return Boolean(delivery?.at) && delivery?.undoFor === null && !delivery.isGoingOut;
}

/** Time of delivery; null while date or time are invalid. */
export function momentOf({ day, time, timeZone }: GiveDraft): Date | null {
  return zonedToUtc(`${day}T${time}`, timeZone);
}

/** Note on a clock change that night; null otherwise. */
export function clockWords(draft: GiveDraft): string | null {
  const at = momentOf(draft);
  const change = at && clockChange(`${draft.day}T${draft.time}`, draft.timeZone);
  if (!change) return null;
  const asked = date(`${draft.day}T${draft.time}:00Z`, { style: 'time' });
  if (change === 'twice') return `The clocks go back, so ${asked} comes twice. It goes out the first time.`;
  return `The clocks go forward and skip ${asked}. It goes out at ${date(at, { timeZone: draft.timeZone, style: 'time' })}.`;
}

/** "today", "tomorrow", "in 6 days", in a time zone. */
export function daysAhead(at: string | Date, timeZone: string, now: number): string {
  const dayOf = (when: Date) => Date.parse(utcToZoned(when, timeZone).date);
  const days = Math.round((dayOf(new Date(at)) - dayOf(new Date(now))) / DAY);
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${count(days, 'day')}`;
}

/** Warnings before an immediate delivery. */
export function oddities(event: Event, now: number): string[] {
  const { delivery, deadline, timeZone } = event;
  const odd: string[] = [];
  const late = waitingOf(event);
  if (late.length === 1)
    odd.push(`${possessive(late[0]?.contributor.name ?? '')} clip came in late and isn’t in the film yet.`);
  if (late.length > 1) odd.push(`${late.length} clips came in late and aren’t in the film yet.`);
  if (event.status === 'finalizing' && event.film)
    odd.push('The new version is still being made. The link shows it as soon as it’s done.');
  else if (event.isFilmOutdated) odd.push(OUTDATED);
  if (isPlanned(event) && delivery?.at)
    odd.push(`It’s planned for ${date(delivery.at, { timeZone })}, ${daysAhead(delivery.at, timeZone, now)}.`);
  if (deadline && Date.parse(deadline) > now)
    odd.push(`Clips can still come in until ${momentInWords(deadline, timeZone)}.`);
  const hour = Number(utcToZoned(new Date(now), timeZone).time.slice(0, 2));
  if (hour < 6 || hour > 22)
    odd.push(`It’s ${date(new Date(now), { timeZone, style: 'time' })}, ${zoneInWords(timeZone)}.`);
  return odd;
}
