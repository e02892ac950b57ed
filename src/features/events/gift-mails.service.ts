import { AppError } from '../../platform/errors.ts';
import { createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { newUuid } from '../../platform/id.ts';
import { hasLink } from '../../platform/mail/links.ts';
import { platform } from '../../platform/platform.ts';
import type { Undelivered } from '../../shared/contracts/events.ts';
import { mailJobs } from '../../shared/jobs.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { wantsMail } from '../profiles/mail-choices.service.ts';
import { titleOf } from './event-facts.service.ts';
import type { EventRecord } from './find-events.service.ts';
import { addressOf, claimGift, giftUrl, hash, refuseSecond, type Sent } from './gift-claims.service.ts';
import {
  confirmedSender,
  isNewSender,
  requireConfirmedSender,
  requireConfirmedViewer,
  senderIdOf,
  takeMail,
} from './mails-to-others.service.ts';

const TRIAL = 'gift-test:';
const tests = createLimiter('gift-tests', { points: 10, seconds: 24 * 3600 });

/**
 * Checks whether the gift may be mailed. Throws NOT_SIGNED_IN, ADDRESS_UNCONFIRMED, FIELDS_REFUSED for links, and
 * WRONG_STATE if it would be sent now and every recipient already has this film's mail.
 */
export async function requireGiftMail(
  event: EventRecord,
  { message, isNow }: { message: string; isNow: boolean },
  viewerId: string | undefined,
): Promise<void> {
  const sender = await requireConfirmedSender(event, viewerId);
  await refuseLinks(event, message, () => isNewSender(sender, event));
  if (!isNow) return;
  const mailed = event.recipients.flatMap(({ email, firstName }) =>
    email ? [{ at: addressOf(email), firstName }] : [],
  );
  await refuseSecond(event, mailed, 'email');
}

/** FIELDS_REFUSED for links in names, and in the words of new senders. */
export async function refuseLinks(event: EventRecord, message: string, isNew: () => Promise<boolean>): Promise<void> {
  const fields: Record<string, string> = {};
  const inNames = 'A name can’t contain a web address. After a full stop, leave a space.';
  if (event.recipients.some(({ firstName }) => hasLink(firstName))) fields.recipients = inNames;
  if (hasLink(event.creatorName ?? '')) fields.creatorName = inNames;
  if (hasLink(message) && (await isNew())) {
    fields.message =
      'Please leave out links and addresses. You can use them once your account is a week old and you have given a gift.';
  }
  if (Object.keys(fields).length === 0) return;
  throw new AppError('FIELDS_REFUSED', { message: 'Please check the marked fields.', fields });
}

/**
 * Enqueues the mails of a delivery: one for each address and film, within the limits. Idempotent.
 */
export async function mailGifts(event: EventRecord, deliveryId: string): Promise<Sent> {
  const isConfirmed = (await confirmedSender(event)) !== null;
  const undelivered: Undelivered[] = [];
  let sent = 0;
  for (const recipient of event.recipients) {
    if (!recipient.email) continue;
    const why = isConfirmed ? await mailGift(event, recipient, deliveryId) : 'unconfirmed';
    if (why) undelivered.push({ recipientId: recipient.id, why });
    else sent++;
  }
  return { sent, undelivered };
}

async function mailGift(
  event: EventRecord,
  recipient: EventRecord['recipients'][number],
  deliveryId: string,
): Promise<Undelivered['why'] | null> {
  const to = addressOf(recipient.email);
  const sender = senderIdOf(event);
  if (!(await wantsMail(to, 'gifts', sender))) return 'stopped';
  const claimed = await claimGift(event, to, { deliveryId, take: () => takeMail(event, to, 'gift') });
  if (claimed !== 'claimed') return claimed === 'taken' ? null : 'limit';
  const key = `gift:${deliveryId}:${hash(to)}`;
  const values = { eventId: event.id, ...giftValues(event, recipient.firstName, event.deliveryMessage ?? '') };
  const mail = { key, to, sender, template: 'gift' as const, occasion: event.occasion, values };
  await platform().queue.enqueue(mailJobs.send, mail, { uniqueKey: key });
  return null;
}

/**
 * Mails the gift to one of its makers as its recipients would get it, by a link that does not count as opening.
 * NOT_SIGNED_IN for drafts; ADDRESS_UNCONFIRMED, also for the maker's own address; FIELDS_REFUSED for links;
 * TOO_MANY_REQUESTS.
 */
export async function mailTest(event: EventRecord, user: ViewerUser, message: string): Promise<{ to: string }> {
  const { id, email: to } = user;
  const sender = await requireConfirmedSender(event, id);
  requireConfirmedViewer(user);
  await refuseLinks(event, message, () => isNewSender(sender, event));
  const { isOver, secondsLeft } = await tests.count(id);
  if (isOver) throw tooMany(secondsLeft);
  const key = `${TRIAL}${newUuid()}`;
  const values = {
    ...giftValues(event, event.recipients[0]?.firstName ?? '', message),
    url: `${giftUrl(event)}?preview=1`,
  };
  const mail = { key, to, template: 'gift' as const, occasion: event.occasion, values };
  await platform().queue.enqueue(mailJobs.send, mail, { uniqueKey: key });
  return { to };
}

/** Whether a mail is a maker's trial of a gift: nobody's choice of mails concerns it. */
export function isTrial({ key }: { key: string }): boolean {
  return key.startsWith(TRIAL);
}

function giftValues(event: EventRecord, firstName: string, message: string) {
  const { creatorName, occasion } = event;
  return { firstName, from: creatorName ?? '', occasion, title: titleOf(event), message, url: giftUrl(event) };
}
