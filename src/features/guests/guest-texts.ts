import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { createLimiter } from '../../platform/http/rate-limits.ts';
import { likelyStyle, nudgeWords, timeLeft, withName } from '../../shared/guests/nudge-words.ts';
import { textBody } from '../../shared/guests/text-words.ts';
import { TEXTS } from '../../shared/limits.ts';
import type { NudgeChannel } from '../../shared/rsvp-values.ts';
import { partsOf } from '../../shared/text-parts.ts';
import { isGiven, senderInText } from '../events/event-facts.service.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { enqueueText } from '../texts/send-text.service.ts';
import { STOPPED, wordsForFailure } from '../texts/text-failures.service.ts';
import { takesTexts } from '../texts/text-stops.service.ts';
import { texts } from '../texts/texts.parts.ts';
import { announceGuest, invitationUrl, toRsvpDto } from './rsvp.dto.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';
import { refusedAsRecipient } from './surprise-guard.service.ts';
import { giveBackTexts, takeTexts } from './text-offer.service.ts';

const DAY = 24 * 3600;
const toNumber = createLimiter('texts-to-guests', { points: TEXTS.perNumberAndEvent, seconds: 400 * DAY });

export type TextChannel = Exclude<NudgeChannel, 'mail'>;
type Pending = NonNullable<StoredRsvp['pending']>;

/** Empty words are the usual ones. */
export interface GuestText {
  channel: TextChannel;
  message: string;
}

/** Mails that were stored before there were texts have no channel. */
export function isTextChannel(channel: NudgeChannel | undefined): channel is TextChannel {
  return channel === 'sms' || channel === 'whatsapp';
}

/** Whether a number can get a text: it has its country code. */
export function isTextable(phone: string | null | undefined): phone is string {
  return phone?.startsWith('+') ?? false;
}

/**
 * WRONG_STATE for a guest without a number that takes our texts, FIELDS_REFUSED for too long a message; both say what to
 * do.
 */
export async function requireTextable(
  guest: StoredRsvp,
  event: EventRecord,
  { channel, message }: GuestText,
): Promise<void> {
  const { firstName, phone } = guest;
  const refuse = (words: string): never => {
    throw new AppError('WRONG_STATE', { message: words });
  };
  if (!phone) refuse(`We have no phone number for ${firstName}.`);
  if (!isTextable(phone)) refuse(`Add the country code to ${firstName}’s number, such as +1.`);
  if (channel === 'whatsapp' && !texts().hasWhatsApp) refuse('We can’t send WhatsApp messages here.');
  const isRecipients = refusedAsRecipient(event, { phone });
  if (isRecipients) refuse(isRecipients.message);
  if (guest.muted) refuse(`${firstName} doesn’t want messages from us. Try another way.`);
  if (!(await takesTexts(phone ?? ''))) refuse(wordsForFailure(STOPPED));
  if (partsFor(guest, event, { channel, message }) > TEXTS.perMessage) {
    const words = 'This is too long for a text. Shorten it, or leave out emoji.';
    throw new AppError('FIELDS_REFUSED', { message: words, fields: { message: words } });
  }
}

/** Takes a text from the day of the account and the site, and from the number; false when a limit is reached. */
export async function takeGuestText(guest: StoredRsvp, event: EventRecord, text: GuestText): Promise<boolean> {
  if ((await toNumber.count(event.id, guest.phone ?? '')).isOver) {
    await toNumber.giveBack(event.id, guest.phone ?? '');
    return false;
  }
  if (await takeTexts(event, partsFor(guest, event, text))) return true;
  await toNumber.giveBack(event.id, guest.phone ?? '');
  return false;
}

/** For a text that does not go after all. */
export async function giveBackGuestText(guest: StoredRsvp, event: EventRecord, text: GuestText): Promise<void> {
  await toNumber.giveBack(event.id, guest.phone ?? '');
  await giveBackTexts(event, partsFor(guest, event, text));
}

/** Enqueues a guest's text; idempotent. */
export async function textGuest(guest: StoredRsvp, event: EventRecord, pending: Pending): Promise<void> {
  const { id, channel, message } = pending;
  if (!isTextChannel(channel)) throw new Error('This is a mail');
  const link = invitationUrl(guest, event);
  await enqueueText({
    key: `invitation:${id}`,
    channel,
    to: guest.phone ?? '',
    body: textBody(wordsFor(guest, event, message), link),
    values: [guest.firstName, senderInText(event) ?? 'A friend', link],
    about: String(guest._id),
  });
}

/** A text did not arrive: the board says why and what to do. Idempotent. */
export async function guestTextLost({ about, why }: { about: string; why: string }): Promise<void> {
  // Others send texts, too.
  const guest = Types.ObjectId.isValid(about) ? await RsvpModel.findById(about).lean<StoredRsvp>() : null;
  if (guest) await markUnreached(guest, why);
}

/** The owner of a number stopped our texts, or allows them again: their boards say so. Idempotent. */
export async function guestTextsChosen({ phone, isStopped }: { phone: string; isStopped: boolean }): Promise<void> {
  const why = wordsForFailure(STOPPED);
  for (const guest of await RsvpModel.find({ phone }).lean<StoredRsvp[]>()) {
    if (isStopped) {
      await RsvpModel.updateOne(
        { _id: guest._id, 'pending.channel': { $in: ['sms', 'whatsapp'] } },
        { $set: { pending: null } },
      );
      await markUnreached(guest, why);
    } else if (guest.bounce === why) {
      await RsvpModel.updateOne({ _id: guest._id, bounce: why }, { $set: { bounce: null } });
      await RsvpModel.updateOne({ _id: guest._id, status: 'bounced' }, { $set: { status: 'invited' } });
      await announce(guest);
    }
  }
}

/** Those with an address can still be mailed: for them it is only noted, if a text was what they got last. */
async function markUnreached(guest: StoredRsvp, why: string): Promise<void> {
  const { _id } = guest;
  const wasTexted = { lastNudgedVia: { $in: ['sms', 'whatsapp'] as const } };
  await RsvpModel.updateOne({ _id, $or: [{ email: null }, wasTexted] }, { $set: { bounce: why } });
  await RsvpModel.updateOne({ _id, email: null, status: 'invited' }, { $set: { status: 'bounced' } });
  await announce(guest);
}

async function announce({ _id, eventId }: StoredRsvp): Promise<void> {
  const [guest, event] = await Promise.all([RsvpModel.findById(_id).lean<StoredRsvp>(), findEvent(String(eventId))]);
  if (guest && event) announceGuest(guest, event);
}

function partsFor(guest: StoredRsvp, event: EventRecord, { channel, message }: GuestText): number {
  if (channel === 'whatsapp') return 1;
  return partsOf(textBody(wordsFor(guest, event, message), invitationUrl(guest, event)));
}

/** The organiser’s words, or the usual ones. */
function wordsFor(guest: StoredRsvp, event: EventRecord, message: string | null | undefined): string {
  if (message) return withName(message, guest.firstName);
  const { occasion, recipients, deadline, timeZone } = event;
  const about = {
    occasion,
    recipients: recipients.map(({ firstName }) => firstName),
    from: senderInText(event),
    ...timeLeft(deadline, guest.timeZone ?? timeZone),
    isGiven: isGiven(event),
  };
  const standing = toRsvpDto(guest, event, 'guest');
  return withName(nudgeWords(likelyStyle(about, standing), about, standing), guest.firstName);
}
