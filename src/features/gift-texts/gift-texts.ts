import { createLimiter } from '../../platform/http/rate-limits.ts';
import { readNumber } from '../../platform/phone-number.ts';
import { textBody } from '../../shared/guests/text-words.ts';
import { TEXTS } from '../../shared/limits.ts';
import { partsOf } from '../../shared/text-parts.ts';
import { senderInText } from '../events/event-facts.service.ts';
import type { TextedRecipient } from '../events/events.parts.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { giftUrl } from '../events/gift-claims.service.ts';
import { giftTextLost } from '../events/gift-reach.service.ts';
import { takeTexts } from '../guests/text-offer.service.ts';
import { enqueueText } from '../texts/send-text.service.ts';
import { reachesByText, takesTexts } from '../texts/text-stops.service.ts';

/** Longer than an event's life; a limiter requires an end. */
const toNumber = createLimiter('gift-texts-of-event', { points: TEXTS.perNumberAndEvent, seconds: 400 * 24 * 3600 });

/** See `GiftTexts`: numbers need their country code, and words have to fit. */
export function giftProblems(event: EventRecord, message: string): Record<string, string> {
  if (!reachesByText()) return { byText: 'We can’t send texts here. Choose email, or hand over the link yourself.' };
  const fields: Record<string, string> = {};
  for (const [index, { firstName, phone }] of event.recipients.entries()) {
    if (!phone) continue;
    if (textable(phone) === null) fields[`recipients.${index}.phone`] = NO_COUNTRY;
    else if (partsFor(event, firstName, message) > TEXTS.perMessage) fields.message = TOO_LONG;
  }
  return fields;
}

export async function wantsGift(phone: string): Promise<boolean> {
  return takesTexts(textable(phone) ?? phone);
}

export async function takeGift(event: EventRecord, to: TextedRecipient, message: string): Promise<boolean> {
  const phone = textable(to.phone);
  if (phone === null) return false;
  const { isOver } = await toNumber.count(event.id, phone);
  if (!isOver && (await takeTexts(event, partsFor(event, to.firstName, message)))) return true;
  await toNumber.giveBack(event.id, phone);
  return false;
}

export async function enqueueGift(
  event: EventRecord,
  { id, firstName, phone }: TextedRecipient,
  { key, message }: { key: string; message: string },
): Promise<void> {
  await enqueueText({
    key,
    channel: 'sms',
    to: textable(phone) ?? phone,
    body: bodyFor(event, firstName, message),
    values: [],
    about: [ABOUT, event.id, id].join(':'),
  });
}

/** A text did not arrive: the makers of the gift see that, and may send it again. */
export async function recipientTextLost({ about }: { about: string }): Promise<void> {
  const [kind, eventId = '', recipientId = ''] = about.split(':');
  if (kind === ABOUT) await giftTextLost(eventId, recipientId);
}

const ABOUT = 'gift';
const NO_COUNTRY = 'Start with + and the country code, such as +1.';
const TOO_LONG = 'This is too long for a text. Shorten it, or leave out emoji.';

function textable(phone: string): string | null {
  const number = readNumber(phone);
  return number?.startsWith('+') ? number : null;
}

function partsFor(event: EventRecord, firstName: string, message: string): number {
  return partsOf(bodyFor(event, firstName, message));
}

/** It is read on lock screens: the words name neither the gift nor the occasion. */
function bodyFor(event: EventRecord, firstName: string, message: string): string {
  const from = senderInText(event);
  const usual = `${firstName}, ${from ? `${from} and friends have` : 'your friends have'} something for you. It’s wrapped and waiting here:`;
  return textBody(message.trim() || usual, giftUrl(event));
}
