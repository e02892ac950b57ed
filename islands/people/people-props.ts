import type { Event } from '../../src/shared/contracts/events.ts';
import type { Reminders, Rsvp } from '../../src/shared/contracts/rsvps.ts';

export interface PeopleProps {
  event: Pick<Event, 'id' | 'uuid' | 'title' | 'occasion' | 'deadline' | 'timeZone' | 'isClosed'> & {
    /** Whether the recipients have the gift. */
    isGiven: boolean;
  };
  /** First names. */
  recipients: string[];
  /** First name of the organiser, or null. */
  from: string | null;
  guests: Rsvp[];
  reminders: Reminders;
  /** People who sent a clip and are not on the list. */
  others: number;
  /** How many of them left an address. */
  othersWithAddress: number;
  /** All rows at once, for browsers without script. */
  isWhole: boolean;
  /** What became of mails that were sent without script; null if none were. */
  mailed: { queued: number; skipped: number } | null;
  /** Milliseconds since 1970, when the page was made. */
  now: number;
  /** Texts that we send for this account: how many are left today, and whether they arrive. Null: none. */
  texts: { left: number; isSandbox: boolean; hasWhatsApp: boolean } | null;
  /** Why we send no mail for this account yet; null if we do. */
  noMail: 'account' | 'unconfirmed' | null;
}
