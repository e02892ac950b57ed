import { isMaker, type Roles } from './roles.ts';

/** What the history of an event tells of its organisers. */
export const HISTORY = [
  'asked',
  'joined',
  'left',
  'removedOrganiser',
  'added',
  'imported',
  'nudged',
  'wrote',
  'removedGuest',
  'deadline',
  'changed',
  'planned',
  'calledOff',
  'remindedThem',
  'published',
  'leftOut',
  'putBack',
  'removedClip',
  'guarded',
  'putAway',
  'broughtBack',
] as const;
export type HistoryKind = (typeof HISTORY)[number];

/** Something that was done at an event. */
export interface HistoryNote {
  /** Of the event. */
  subject: string;
  what: HistoryKind;
  /** Who or what it concerned: a name, a number of people, or a date; may be empty. */
  about: string;
}

/** A note of something that a maker did; null if somebody else did it. */
export function byMaker(
  { event, roles }: { event: { id: string }; roles: Roles },
  what: HistoryKind,
  about = '',
): HistoryNote | null {
  return roles.some(isMaker) ? { subject: event.id, what, about } : null;
}

/** One line of a history, as it is shown. */
export interface ToldLine {
  what: HistoryKind;
  abouts: readonly string[];
}

const SAYS: Record<HistoryKind, (about: string) => string> = {
  asked: (about) => `asked ${about || 'someone'} to help`,
  joined: () => 'joined in',
  left: () => 'left',
  removedOrganiser: (about) => `removed ${about || 'an organiser'}`,
  added: (about) => `added ${about || 'someone'} to the list`,
  imported: (about) => `added ${about} to the list`,
  nudged: (about) => `wrote to ${about || 'someone'}`,
  wrote: (about) => `emailed ${about}`,
  removedGuest: (about) => `took ${about || 'someone'} off the list`,
  deadline: (about) => (about ? `moved the deadline to ${about}` : 'removed the deadline'),
  changed: () => 'changed the details',
  planned: () => 'planned the delivery',
  calledOff: () => 'called off the delivery',
  remindedThem: () => 'reminded them to open it',
  published: () => 'made the film',
  leftOut: (about) => `left out ${about ? `${about}’s clip` : 'a clip'}`,
  putBack: (about) => `put back ${about ? `${about}’s clip` : 'a clip'}`,
  guarded: () => 'opened the page, and saw nothing of it',
  putAway: () => 'put it away, as nothing had changed for months',
  broughtBack: () => 'brought it back',
  removedClip: (about) => `removed ${about ? `${about}’s clip` : 'a clip'}`,
};

/** "nudged Sofia, Theo and 3 others": what was done, after the name of who did it. */
export function historyWords({ what, abouts }: ToldLine): string {
  const known = [...new Set(abouts.filter(Boolean))];
  const [first = '', second] = known;
  if (what === 'deadline' || what === 'wrote' || !second) return SAYS[what](first);
  const others = known.length - 2;
  return SAYS[what](
    others > 0 ? `${first}, ${second} and ${others} ${others === 1 ? 'other' : 'others'}` : `${first} and ${second}`,
  );
}
