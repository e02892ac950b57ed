import { AppError } from '../../platform/errors.ts';
import { createLimiter, type Limiter } from '../../platform/http/rate-limits.ts';
import type { User } from '../../shared/contracts/accounts.ts';
import { MAILS_TO_OTHERS } from '../../shared/limits.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { getUsers } from '../users/users.service.ts';
import { EventModel } from './event.model.ts';
import type { EventRecord } from './find-events.service.ts';

/* Unsolicited mails: the gift, and receipts of clips. See decision 18. */

const DAY = 24 * 3600;
const { perAccount, perAddressAndEvent, keptForGifts, newFor } = MAILS_TO_OTHERS;
const ofAccount = createLimiter('mails-to-others', { points: perAccount, seconds: DAY });
/** Longer than an event's life; a limiter requires an end. */
const toAddress = createLimiter('mails-of-event', { points: perAddressAndEvent, seconds: 400 * DAY });

/** The account that sends an event's mails, if its address is confirmed; otherwise null. */
export async function confirmedSender(event: Pick<EventRecord, 'creatorId'>): Promise<User | null> {
  const [owner] = event.creatorId ? await getUsers([event.creatorId]) : [];
  return owner?.verified ? owner : null;
}

/** Like `confirmedSender`; throws NOT_SIGNED_IN or ADDRESS_UNCONFIRMED. */
export async function requireConfirmedSender(
  event: Pick<EventRecord, 'ownership' | 'creatorId'>,
  viewerId: string | undefined,
): Promise<User> {
  if (event.ownership === 'draft') {
    throw new AppError('NOT_SIGNED_IN', { message: 'Create an account first, then we can send emails for you.' });
  }
  const sender = await confirmedSender(event);
  if (sender) return sender;
  if (viewerId === event.creatorId) throw ownUnconfirmed();
  throw new AppError('ADDRESS_UNCONFIRMED', {
    message: 'The owner of this VidDay has to confirm their email address first.',
  });
}

/** ADDRESS_UNCONFIRMED for a viewer whose own address, perhaps a stranger’s, is not confirmed. */
export function requireConfirmedViewer({ isUnconfirmed }: ViewerUser): void {
  if (isUnconfirmed) throw ownUnconfirmed();
}

function ownUnconfirmed(): AppError {
  return new AppError('ADDRESS_UNCONFIRMED', {
    message:
      'Please confirm your email address first: open the link we emailed you. You can resend it from My VidDays.',
  });
}

/**
 * Takes a mail from the account's daily limit and the address's limit for this event; false when either is reached,
 * without taking any. Receipts, which strangers cause, leave part of the day for gifts.
 */
export async function takeMail(
  event: Pick<EventRecord, 'id' | 'creatorId'>,
  to: string,
  kind: 'gift' | 'receipt',
): Promise<boolean> {
  const account = senderIdOf(event);
  if (!(await take(ofAccount, kind === 'gift' ? perAccount : perAccount - keptForGifts, account))) return false;
  if (await take(toAddress, perAddressAndEvent, event.id, to.trim().toLowerCase())) return true;
  await ofAccount.giveBack(account);
  return false;
}

/** Whether `takeMail` would take one of a gift now. */
export async function hasMailLeft(event: Pick<EventRecord, 'id' | 'creatorId'>, to: string): Promise<boolean> {
  if ((await ofAccount.used(senderIdOf(event))) >= perAccount) return false;
  return (await toAddress.used(event.id, to.trim().toLowerCase())) < perAddressAndEvent;
}

/** Sender for unsubscribing: all events of one account. */
export function senderIdOf(event: Pick<EventRecord, 'id' | 'creatorId'>): string {
  return event.creatorId ?? event.id;
}

/** Whether an account may not send links yet: until it is some days old and has delivered a gift. */
export async function isNewSender(sender: User, event: Pick<EventRecord, 'id' | 'creatorId'>): Promise<boolean> {
  if (Date.now() - Date.parse(sender.createdAt) < newFor) return true;
  const earlier = { creatorId: event.creatorId, deliveredAt: { $ne: null }, _id: { $ne: event.id } };
  return !(await EventModel.exists(earlier));
}

async function take(limiter: Limiter, most: number, ...key: string[]): Promise<boolean> {
  if ((await limiter.count(...key)).count <= most) return true;
  await limiter.giveBack(...key);
  return false;
}
