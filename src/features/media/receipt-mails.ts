import { createHash } from 'node:crypto';
import { addressKey, createLimiter } from '../../platform/http/rate-limits.ts';
import { platform } from '../../platform/platform.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { RECEIPT_MAILS } from '../../shared/limits.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { confirmedSender, senderIdOf, takeMail } from '../events/mails-to-others.service.ts';
import { toReceipt } from './clip-steps.ts';
import { ContributorModel, type StoredMedia } from './media.model.ts';
import { firstWord } from './media.queries.ts';

const DAY = 24 * 3600;
/* An address that a visitor typed may be a stranger's. Past these no mail is sent, and nobody is told: the page shows the link. */
const toAddress = createLimiter('receipt-mails', { points: RECEIPT_MAILS.perAddress, seconds: DAY });
const ofVisitor = createLimiter('receipt-mails-of-visitor', { points: RECEIPT_MAILS.perVisitor, seconds: DAY });

/**
 * Mails contributors who left an address the link of their own clip: once for each event, sender and address, with the first
 * clip. Doing it again changes nothing. A recipient hears nothing of a surprise, whoever typed their address.
 * @param ip of whoever typed the address
 */
export async function mailReceipt(media: StoredMedia, event: EventRecord, ip: string): Promise<void> {
  const { contributor, eventId, isOrganisers, isThankYou } = media;
  const to = contributor?.email?.trim().toLowerCase();
  if (!to || isOrganisers || isThankYou) return;
  if (event.recipients.some(({ email }) => email?.trim().toLowerCase() === to)) return;
  const person = { eventId, key: contributor?.key };
  const key = `receipt:${createHash('sha256').update(`${eventId}\n${contributor?.key}\n${to}`).digest('base64url')}`;
  if (await ContributorModel.exists({ ...person, receiptMails: key })) return;
  // An event of an account that nobody stands behind mails nobody; the page shows the link.
  if (!(await confirmedSender(event))) return;
  const isOver =
    (await ofVisitor.count(addressKey(ip))).isOver ||
    (await toAddress.count(to)).isOver ||
    !(await takeMail(event, to, 'receipt'));
  if (isOver) {
    platform().log.info({ eventId: String(eventId) }, 'a receipt is not mailed, as there were too many');
    return;
  }
  const values = {
    firstName: firstWord(contributor?.name ?? ''),
    tone: OCCASIONS[event.occasion].tone,
    url: toReceipt(media, event).receiptUrl,
  };
  await platform().queue.enqueue(
    mailJobs.send,
    { key, to, sender: senderIdOf(event), template: 'receipt', values },
    { uniqueKey: key },
  );
  await ContributorModel.updateOne(person, { $addToSet: { receiptMails: key } });
}
