import type { NudgeChannel } from '../../shared/rsvp-values.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { giveBackGuestMail } from './guest-mail-limit.ts';
import { giveBackGuestText, isTextChannel } from './guest-texts.ts';
import type { StoredRsvp } from './rsvp.model.ts';

/** The update that undoes a nudge which did not leave; null if it can't be undone. */
export function beforeNudge({ before, pending, openedAt }: StoredRsvp) {
  if (!before) return null;
  const isUnasked = before.isFirst && !openedAt && pending?.kind !== 'thanks';
  return {
    $set: {
      lastNudgedAt: before.at,
      lastNudgedVia: before.via,
      before: null,
      pending: null,
      ...(isUnasked && { invitedAt: null, via: null }),
    },
    $inc: { nudges: -1 },
  };
}

/** Gives a mail or text that does not go after all back to its limits. */
export async function giveBackNudge(
  guest: StoredRsvp,
  event: EventRecord,
  { channel, message }: { channel: NudgeChannel; message?: string | null },
): Promise<void> {
  if (isTextChannel(channel)) await giveBackGuestText(guest, event, { channel, message: message ?? '' });
  else if (guest.email) await giveBackGuestMail(event, guest.email);
}
