import type { Rsvp } from '../contracts/rsvps.ts';
import { date } from '../format.ts';
import { isSameDay } from '../guest-hours.ts';
import type { NudgeWay } from '../rsvp-values.ts';
import { utcToZoned } from '../zoned-time.ts';

/** Groups of the board, by what helps: only the organiser can, a nudge would, rather wait, nothing more to do. */
export const GUEST_GROUPS = ['stuck', 'nudge', 'later', 'in'] as const;
export type GuestGroup = (typeof GUEST_GROUPS)[number];

/** A board's clock: the moment, and the zone of its event. */
export interface BoardTime {
  now: Date;
  timeZone: string;
}

/** The group of the board that shows a guest. */
export function groupOf(guest: Rsvp, time: BoardTime): GuestGroup {
  if (guest.status === 'contributed') return 'in';
  if (wasNudgedToday(guest, time)) return 'later';
  if (guest.status === 'bounced' || guest.progress === 'failed' || isUnreached(guest)) return 'stuck';
  if (guest.status === 'no' || guest.muted) return 'later';
  return 'nudge';
}

/** Whether their invitation didn't get through, though no server refused the address. */
function isUnreached({ status, bounce, openedAt }: Rsvp): boolean {
  return status === 'invited' && bounce !== null && openedAt === null;
}

/** Whether they heard from the organiser today, or will in the morning. */
export function wasNudgedToday({ lastNudgedAt }: Rsvp, { now, timeZone }: BoardTime): boolean {
  if (lastNudgedAt === null) return false;
  const at = new Date(lastNudgedAt);
  return at > now || isSameDay(at, now, timeZone);
}

export interface StandingWords {
  badge: string;
  tone: 'good' | 'warn' | 'bad' | 'info' | null;
  /** What is known, in a sentence. */
  line: string;
  /** Of the four steps to a clip, how many are done. */
  step: 0 | 1 | 2 | 3 | 4;
}

/** A guest's standing in words. */
export function standingOf(guest: Rsvp, time: BoardTime): StandingWords {
  const { status, progress, note, openedAt, answeredAt, invitedAt } = guest;
  const said = note && answeredAt ? ` They wrote: “${note}”` : '';
  if (status === 'contributed') return { badge: 'In', tone: 'good', line: `Their clip is in.${said}`, step: 4 };
  const isText = guest.lastNudgedVia === 'sms' || guest.lastNudgedVia === 'whatsapp';
  if (status === 'bounced') {
    const badge = isText ? 'Text didn’t arrive' : 'Email came back';
    return { badge, tone: 'bad', line: guest.bounce ?? 'The address takes no mail.', step: 1 };
  }
  if (guest.bounce && isUnreached(guest) && (isText || !wasNudgedToday(guest, time))) {
    return { badge: isText ? 'Text didn’t arrive' : 'Email didn’t arrive', tone: 'bad', line: guest.bounce, step: 1 };
  }
  if (progress === 'failed') {
    return { badge: 'Failed', tone: 'bad', line: `Their clip broke off on the way.${said}`, step: 3 };
  }
  if (status === 'no') return { badge: 'Can’t', tone: null, line: `Said they can’t.${said}`, step: 2 };
  if (progress === 'started') {
    return { badge: 'Started', tone: 'warn', line: `Began a clip and hasn’t sent it yet.${said}`, step: 3 };
  }
  if (status === 'yes') return { badge: 'Will send', tone: 'good', line: `Said they’ll do it.${said}`, step: 2 };
  if (status === 'maybe') return { badge: 'Maybe', tone: 'info', line: `Said “maybe”.${said}`, step: 2 };
  if (openedAt) return { badge: 'Opened', tone: 'info', line: `Opened it ${dayInWords(openedAt, time)}.`, step: 2 };
  if (invitedAt) return { badge: 'Not opened', tone: null, line: `Invited ${dayInWords(invitedAt, time)}.`, step: 1 };
  return { badge: 'Not invited', tone: null, line: 'On your list, but not asked yet.', step: 0 };
}

const BY: Record<NudgeWay, string> = {
  mail: 'by email',
  sms: 'by text',
  whatsapp: 'by WhatsApp',
  link: 'by their link',
  told: 'by you',
};

/** When and how they were last nudged. */
export function lastNudgeOf({ lastNudgedAt, lastNudgedVia, nudges }: Rsvp, time: BoardTime): string {
  if (lastNudgedAt === null || lastNudgedVia === null) return 'Not asked yet';
  const by = BY[lastNudgedVia];
  if (new Date(lastNudgedAt) > time.now) {
    return `Goes out ${dayInWords(lastNudgedAt, time)} at ${utcToZoned(new Date(lastNudgedAt), time.timeZone).time}, ${by}`;
  }
  const when = dayInWords(lastNudgedAt, time);
  return nudges > 1 ? `Nudged ${when}, ${by}` : `Invited ${when}, ${by}`;
}

/** "today", "yesterday", "on Monday", "on June 3". */
export function dayInWords(iso: string, { now, timeZone }: BoardTime): string {
  const at = new Date(iso);
  const [day, today] = [at, now].map((each) => Date.parse(utcToZoned(each, timeZone).date));
  const ago = Math.round(((today ?? 0) - (day ?? 0)) / 86_400_000);
  if (ago === 0) return 'today';
  if (ago === 1) return 'yesterday';
  if (ago === -1) return 'tomorrow';
  if (ago > 1 && ago < 7) return `on ${new Intl.DateTimeFormat('en', { weekday: 'long', timeZone }).format(at)}`;
  return `on ${date(at, { timeZone })}`;
}
