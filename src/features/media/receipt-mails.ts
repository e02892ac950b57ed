import { createHash } from 'node:crypto';
import { addressKey, createLimiter } from '../../platform/http/rate-limits.ts';
import { platform } from '../../platform/platform.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { RECEIPT_MAILS } from '../../shared/limits.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { confirmedSender, senderIdOf, takeMail } from '../events/mails-to-others.service.ts';
import { toReceipt } from './clip-steps.ts';
import { ContributorModel } from './contributor.model.ts';
import { earnedCodeOf } from './earned-code.ts';
import type { StoredMedia } from './media.model.ts';
import { firstWord } from './media.queries.ts';

const DAY = 24 * 3600;
/* The address is unverified and may be a stranger's. Beyond these limits no mail is sent, silently: the page shows
   the link. */
const toAddress = createLimiter('receipt-mails', { points: RECEIPT_MAILS.perAddress, seconds: DAY });
const ofVisitor = createLimiter('receipt-mails-of-visitor', { points: RECEIPT_MAILS.perVisitor, seconds: DAY });

/**
 * Mails contributors the link to their clip: once for each event, sender and address, with the first clip. Idempotent.
 * Never to a recipient of the surprise, even if someone entered their address.
 * @param ip of the person who entered the address
 */
export async function mailReceipt(media: StoredMedia, event: EventRecord, ip: string): Promise<void> {
  const { contributor, eventId, isOrganisers, isThankYou } = media;
  const to = contributor?.email?.trim().toLowerCase();
  if (!to || isOrganisers || isThankYou) return;
  if (event.recipients.some(({ email }) => email?.trim().toLowerCase() === to)) return;
  const person = { eventId, key: contributor?.key };
  const key = `receipt:${createHash('sha256').update(`${eventId}\n${contributor?.key}\n${to}`).digest('base64url')}`;
  if (await ContributorModel.exists({ ...person, receiptMails: key })) return;
  // Events without a confirmed account send no mail; the page shows the link.
  if (!(await confirmedSender(event))) return;
  const isOver =
    (await ofVisitor.count(addressKey(ip))).isOver ||
    (await toAddress.count(to)).isOver ||
    !(await takeMail(event, to, 'receipt'));
  if (isOver) {
    platform().log.info({ eventId: String(eventId) }, 'a receipt is not mailed, as there were too many');
    return;
  }
  const { tone } = OCCASIONS[event.occasion];
  // No offer by mail where somebody is ill or has died. The page of the receipt has it.
  const earned = tone === 'quiet' ? null : await earnedCodeOf(media, event);
  const values = {
    firstName: firstWord(contributor?.name ?? ''),
    tone,
    url: toReceipt(media, event).receiptUrl,
    code: earned?.code ?? '',
    off: earned?.label ?? '',
  };
  await platform().queue.enqueue(
    mailJobs.send,
    { key, to, sender: senderIdOf(event), template: 'receipt', occasion: event.occasion, values },
    { uniqueKey: key },
  );
  await ContributorModel.updateOne(person, { $addToSet: { receiptMails: key } });
}
