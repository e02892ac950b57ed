import { AppError } from '../../platform/errors.ts';
import type { Undelivered } from '../../shared/contracts/events.ts';
import { giftTexts, type TextedRecipient } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';
import { claimGift, hash, refuseSecond, type Sent } from './gift-claims.service.ts';
import { refuseLinks } from './gift-mails.service.ts';
import { numberOf } from './gift-reach.service.ts';
import { confirmedSender, isNewSender, requireConfirmedSender } from './mails-to-others.service.ts';

/**
 * Checks whether the gift may be texted. Throws like `requireGiftMail`, and FIELDS_REFUSED for numbers without their country
 * code, too long words, and where texts reach nobody.
 */
export async function requireGiftText(
  event: EventRecord,
  { message, isNow }: { message: string; isNow: boolean },
  viewerId: string | undefined,
): Promise<void> {
  const sender = await requireConfirmedSender(event, viewerId);
  await refuseLinks(event, message, () => isNewSender(sender, event));
  const fields = giftTexts().problems(event, message);
  const [first] = Object.values(fields);
  if (first !== undefined) throw new AppError('FIELDS_REFUSED', { message: first, fields });
  const texted = textedRecipients(event).map(({ phone, firstName }) => ({ at: numberOf(phone), firstName }));
  if (isNow) await refuseSecond(event, texted, 'text');
}

/** Enqueues the texts of a delivery: one for each number and film, within the limits. Idempotent. */
export async function textGifts(event: EventRecord, deliveryId: string): Promise<Sent> {
  const isConfirmed = (await confirmedSender(event)) !== null;
  const undelivered: Undelivered[] = [];
  let sent = 0;
  for (const recipient of textedRecipients(event)) {
    const why = isConfirmed ? await textGift(event, recipient, deliveryId) : 'unconfirmed';
    if (why) undelivered.push({ recipientId: recipient.id, why });
    else sent++;
  }
  return { sent, undelivered };
}

async function textGift(
  event: EventRecord,
  to: TextedRecipient,
  deliveryId: string,
): Promise<Undelivered['why'] | null> {
  const texts = giftTexts();
  if (!(await texts.isWanted(to.phone))) return 'stopped';
  const at = numberOf(to.phone);
  const message = event.deliveryMessage ?? '';
  const claimed = await claimGift(event, at, { deliveryId, take: () => texts.take(event, to, message) });
  if (claimed !== 'claimed') return claimed === 'taken' ? null : 'limit';
  await texts.enqueue(event, to, { key: `gift:${deliveryId}:${hash(at)}`, message });
  return null;
}

function textedRecipients({ recipients }: EventRecord): TextedRecipient[] {
  return recipients.flatMap(({ id, firstName, phone }) => (phone ? [{ id, firstName, phone }] : []));
}
