import type { Rsvp } from '../contracts/rsvps.ts';
import { date, listNames } from '../format.ts';
import { invitationFor } from '../invitation-words.ts';
import { hasQuietWords, type OccasionType } from '../occasions.ts';
import { daysUntil, guestDeadline } from '../reminder-days.ts';

/** Stands for a guest's first name in words for several people. */
export const NAME_MARK = '{name}';

export const NUDGE_STYLES = ['warm', 'short', 'last'] as const;
export type NudgeStyle = (typeof NUDGE_STYLES)[number];

/** What the words are for. */
export interface NudgeAbout {
  occasion: OccasionType;
  /** First names. */
  recipients: readonly string[];
  /** First name of the organiser, or null. */
  from: string | null;
  /** "Friday, June 12"; null without a deadline. */
  until: string | null;
  /** Days left by the calendar, 0 on the last; null without a deadline. */
  daysLeft: number | null;
  /** Whether the recipients have the gift: it is no secret any more. */
  isGiven: boolean;
}

/** The time that guests in a zone have left for their clips. @param deadline ISO 8601 or a Date; null: none */
export function timeLeft(
  deadline: string | Date | null,
  timeZone: string,
  now = new Date(),
): Pick<NudgeAbout, 'until' | 'daysLeft'> {
  if (deadline === null) return { until: null, daysLeft: null };
  const end = guestDeadline(new Date(deadline), now);
  return { until: date(end, { timeZone }), daysLeft: Math.max(0, daysUntil(end, timeZone, now)) };
}

type Standing = Pick<Rsvp, 'invitedAt' | 'status' | 'progress'>;

/** Which words fit first: a last call near the end. */
export function likelyStyle({ daysLeft }: NudgeAbout, { invitedAt }: Standing): NudgeStyle {
  return invitedAt !== null && daysLeft !== null && daysLeft <= 1 ? 'last' : 'warm';
}

/** Suggested words, with `NAME_MARK` for the name; a link follows them. */
export function nudgeWords(style: NudgeStyle, about: NudgeAbout, guest: Standing): string {
  const { from, until } = about;
  // A sentence begins a line after the comma.
  const hello = hasQuietWords(about.occasion) ? `Dear ${NAME_MARK},\n` : `Hi ${NAME_MARK}! `;
  const sign = from ? ` ${from}` : '';
  const words = `${middle(style, about, guest, until ? ` by ${until}` : '')}${sign}`;
  return `${hello}${words.replace(/\s+/g, ' ').trim()}`;
}

/** Words for one guest. */
export function withName(words: string, firstName: string): string {
  return words.replaceAll(NAME_MARK, firstName);
}

/**
 * Words that were changed for one guest, for several: the name in the greeting is the mark again. Null if the name is
 * anywhere else, where it may be another word.
 * @param suggested what they were made of, with the mark
 */
export function forEverybody(words: string, suggested: string, firstName: string): string | null {
  const hello = suggested.slice(0, suggested.indexOf(NAME_MARK) + NAME_MARK.length);
  const filled = withName(hello, firstName);
  const isGreeting = words.startsWith(filled);
  const rest = isGreeting ? words.slice(filled.length) : words;
  if (rest.includes(firstName)) return null;
  return isGreeting ? `${hello}${rest}` : words;
}

function middle(style: NudgeStyle, about: NudgeAbout, guest: Standing, by: string): string {
  const { occasion, recipients, daysLeft, until, isGiven } = about;
  const who = listNames(recipients, 'them');
  const isQuiet = isGiven || hasQuietWords(occasion);
  if (guest.invitedAt === null && !isGiven) return invitationFor(occasion, recipients).replace('{by}', by);
  if (guest.progress === 'failed') {
    return `Your clip for ${who} didn’t quite get through. Open the link on the same phone and it carries on. If the phone is full, a few written lines are lovely too.`;
  }
  if (guest.progress === 'started') {
    return `The clip you began for ${who} is still waiting. Open the link on the same phone and carry on${by}.`;
  }
  if (style === 'short') return `A short clip for ${who}${by}? It takes a minute.`;
  if (style === 'last' && (until || !isGiven)) {
    const left =
      daysLeft === 0 ? 'Today is the last day' : daysLeft === 1 ? 'One day left' : `There’s time until ${until}`;
    return until
      ? `${left} for ${who}’s film. Even ten seconds would be good to have.`
      : `I’m about to finish ${who}’s film. Even ten seconds would be good to have.`;
  }
  return isQuiet
    ? `There is still a place for you in the film for ${who}. A few words are enough${by}. Only if you feel like it.`
    : `${who}’s film is coming together, and there’s still a place for you in it. Can you send a short clip${by}? Not a word to ${who}!`;
}
