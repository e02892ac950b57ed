import { createHash } from 'node:crypto';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { newUuid } from '../../platform/id.ts';
import { hasLink } from '../../platform/mail/links.ts';
import { platform } from '../../platform/platform.ts';
import type { Undelivered } from '../../shared/contracts/events.ts';
import { listNames } from '../../shared/format.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { GIFT_UNDO } from '../../shared/limits.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { wantsMail } from '../profiles/mail-choices.service.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { titleOf } from './event-facts.service.ts';
import { toEventRecord } from './event-record.ts';
import { tellMakers } from './event-sockets.service.ts';
import type { EventRecord } from './find-events.service.ts';
import { GiftMailModel, type StoredGiftMail } from './gift-mail.model.ts';
import {
  confirmedSender,
  isNewSender,
  requireConfirmedSender,
  senderIdOf,
  takeMail,
} from './mails-to-others.service.ts';

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
  if (isNow) await refuseSecondMail(event);
}

async function refuseLinks(event: EventRecord, message: string, isNew: () => Promise<boolean>): Promise<void> {
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

async function refuseSecondMail(event: EventRecord): Promise<void> {
  const mailed = event.recipients.filter(({ email }) => email);
  const ids = new Set(mailed.map(({ email }) => giftIdOf(event, addressOf(email))));
  if ((await GiftMailModel.countDocuments({ _id: { $in: [...ids] }, isCounted: true })) < ids.size) return;
  const who = listNames(mailed.map(({ firstName }) => firstName));
  throw new AppError('WRONG_STATE', {
    message: `${who} already got the email for this film. We only send it once. Hand over the link yourself this time.`,
  });
}

/**
 * Enqueues the mails of a delivery: one for each address and film, within the limits. Idempotent.
 * @returns number of recipients with a mail, and why others get none
 */
export async function mailGifts(
  event: EventRecord,
  deliveryId: string,
): Promise<{ mailed: number; undelivered: Undelivered[] }> {
  const isConfirmed = (await confirmedSender(event)) !== null;
  const undelivered: Undelivered[] = [];
  let mailed = 0;
  for (const recipient of event.recipients) {
    if (!recipient.email) continue;
    const why = isConfirmed ? await mailGift(event, recipient, deliveryId) : 'unconfirmed';
    if (why) undelivered.push({ recipientId: recipient.id, why });
    else mailed++;
  }
  return { mailed, undelivered };
}

async function mailGift(
  event: EventRecord,
  recipient: EventRecord['recipients'][number],
  deliveryId: string,
): Promise<Undelivered['why'] | null> {
  const to = addressOf(recipient.email);
  const sender = senderIdOf(event);
  if (!(await wantsMail(to, 'gifts', sender))) return 'stopped';
  const claimed = await claim(giftIdOf(event, to), hash(to), deliveryId);
  if (claimed === 'taken') return null;
  if (claimed === 'new') {
    const _id = giftIdOf(event, to);
    if (!(await takeMail(event, to, 'gift'))) {
      await GiftMailModel.deleteOne({ _id, deliveryId });
      return 'limit';
    }
    await GiftMailModel.updateOne({ _id }, { $set: { isCounted: true } });
  }
  const key = `gift:${deliveryId}:${hash(to)}`;
  const values = { eventId: event.id, ...giftValues(event, recipient.firstName, event.deliveryMessage ?? '') };
  await platform().queue.enqueue(mailJobs.send, { key, to, sender, template: 'gift', values }, { uniqueKey: key });
  return null;
}

/**
 * Mails the gift to one of its makers as its recipients would get it, by a link that does not count as opening.
 * FIELDS_REFUSED for links; TOO_MANY_REQUESTS.
 */
export async function mailTest(
  event: EventRecord,
  { id, email: to }: ViewerUser,
  message: string,
): Promise<{ to: string }> {
  const sender = await requireConfirmedSender(event, id);
  await refuseLinks(event, message, () => isNewSender(sender, event));
  const { isOver, secondsLeft } = await tests.count(id);
  if (isOver) throw tooMany(secondsLeft);
  const key = `gift-test:${newUuid()}`;
  const values = {
    ...giftValues(event, event.recipients[0]?.firstName ?? '', message),
    url: `${giftUrl(event)}?preview=1`,
  };
  await platform().queue.enqueue(mailJobs.send, { key, to, template: 'gift', values }, { uniqueKey: key });
  return { to };
}

function giftUrl({ privateKey }: EventRecord): string {
  return `${platform().config.appOrigin}/e/${privateKey}`;
}

function giftValues(event: EventRecord, firstName: string, message: string) {
  const { creatorName, occasion } = event;
  return { firstName, from: creatorName ?? '', occasion, title: titleOf(event), message, url: giftUrl(event) };
}

/**
 * A gift mail failed permanently: refused, or its server was unreachable for long. Its makers see that and may send it
 * again. An event that reached nobody does not count as delivered. Idempotent.
 */
export async function giftMailLost(eventId: string, email: string, why: 'refused' | 'failed'): Promise<void> {
  const event = toEventRecord(await EventModel.findById(eventId).lean<StoredEvent>());
  const lost = (event?.recipients ?? []).filter((each) => each.email && addressOf(each.email) === addressOf(email));
  if (!event || lost.length === 0) return;
  await GiftMailModel.deleteOne({ _id: giftIdOf(event, addressOf(email)) });
  for (const { id: recipientId } of lost) {
    await EventModel.updateOne(
      { _id: eventId, 'undelivered.recipientId': { $ne: recipientId } },
      { $push: { undelivered: { recipientId, why } } },
    );
  }
  await withdrawUnreached(eventId);
  tellMakers(eventId);
}

/** If no recipient was reached, the event is not delivered: return to its film. */
export async function withdrawUnreached(eventId: string): Promise<void> {
  const event = await EventModel.findById(eventId).lean<StoredEvent>();
  if (event?.status !== 'delivered' || event.isByHand || event.openedAt) return;
  // An earlier version was delivered, and that remains.
  if (Number(event.deliveredAt) + GIFT_UNDO < Number(event.deliverAt)) return;
  const lost = new Set(event.undelivered.map(({ recipientId }) => recipientId));
  if (event.recipients.some(({ id, email }) => email && !lost.has(id))) return;
  await EventModel.updateOne(
    { _id: eventId, status: 'delivered', openedAt: null, undelivered: event.undelivered },
    { $set: { status: 'finalized', statusBefore: null, deliveredAt: null, deliverAt: null } },
  );
}

/** `again`: claimed earlier by this delivery, which may have crashed; `taken`: by another one for the same film. */
async function claim(_id: string, address: string, deliveryId: string): Promise<'new' | 'again' | 'taken'> {
  // A delivery that ran during a render is repeated with the new film.
  if (await GiftMailModel.exists({ deliveryId, address, isCounted: true })) return 'again';
  try {
    const set = { $set: { deliveryId, address }, $setOnInsert: { createdAt: new Date() } };
    await GiftMailModel.updateOne({ _id, isCounted: false }, set, { upsert: true });
    return 'new';
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const known = await GiftMailModel.findById(_id).lean<StoredGiftMail>();
    return known?.deliveryId === deliveryId ? 'again' : 'taken';
  }
}

function giftIdOf({ currentFilmId }: Pick<EventRecord, 'currentFilmId'>, address: string): string {
  return hash(`${currentFilmId}\n${address}`);
}

function addressOf(email: string | null | undefined): string {
  return (email ?? '').trim().toLowerCase();
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
