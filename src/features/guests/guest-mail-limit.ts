import { createLimiter } from '../../platform/http/rate-limits.ts';
import { GUEST_MAILS } from '../../shared/limits.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { takeMail } from '../events/mails-to-others.service.ts';

const toAddress = createLimiter('mails-to-guests', {
  points: GUEST_MAILS.perAddressAndEvent,
  seconds: 400 * 24 * 3600,
});

/**
 * Takes a mail from the guest's limit for this event; the first one counts to the account's day as well. False when a
 * limit is reached, without taking any.
 */
export async function takeGuestMail(event: Pick<EventRecord, 'id' | 'creatorId'>, to: string): Promise<boolean> {
  const { count, isOver } = await toAddress.count(event.id, to);
  if (!isOver && (count > 1 || (await takeMail(event, to, 'receipt')))) return true;
  await toAddress.giveBack(event.id, to);
  return false;
}

/** For a mail that does not go after all. The account's day keeps it, so that nobody can try addresses without end. */
export async function giveBackGuestMail(event: Pick<EventRecord, 'id'>, to: string): Promise<void> {
  await toAddress.giveBack(event.id, to);
}
