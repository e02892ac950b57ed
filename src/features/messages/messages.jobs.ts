import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { part } from '../../platform/part.ts';
import { platform } from '../../platform/platform.ts';
import type { Work } from '../../platform/queue/handled-jobs.ts';
import { countFailure, countUp } from '../../platform/tally.ts';
import type { MailJobData } from '../../shared/mails.ts';
import { isTrial } from '../events/gift-mails.service.ts';
import { giftMailLost } from '../events/gift-reach.service.ts';
import { guestMailLost } from '../guests/guest-mails.service.ts';
import { wasSeen } from '../news/seen-news.service.ts';
import { wantsMail } from '../profiles/mail-choices.service.ts';
import { isBroadcastOn } from './broadcasts.service.ts';
import { SentMailModel } from './mail.model.ts';
import { stopUrl } from './mail-stops.service.ts';
import { oneLine } from './mails/mail.ts';
import { MAILS } from './mails/templates.ts';
import { writeMail } from './mails/write-mail.tsx';

/** Sends mail. */
export const mailer = part<Mailer>('mailer', ['worker']);

/**
 * Runs `mail.send`. Skips mails already handed over; after a crash in between, the repeated mail has the same
 * `Message-ID`. Skips mails that the reader has unsubscribed from, or whose news they have seen; security mails are
 * always sent. EXPIRED for mails that are of no use any more.
 */
export const sendWork: Work<MailJobData> = {
  async run(data) {
    const { key, to, replyTo, sender, until, unlessSeen, template, values } = data;
    const { config, log } = platform();
    if (await SentMailModel.exists({ _id: key })) return;
    if (until !== undefined && Date.now() > until) {
      throw new AppError('EXPIRED', { message: 'This mail is too late to be of use.' });
    }
    if (template === 'broadcast' && !(await isBroadcastOn(values.broadcastId))) return;
    const kind = isTrial(data) ? null : MAILS[template].kind;
    if (kind && !(await wantsMail(to, kind, sender))) {
      log.info({ template }, 'a mail is not wanted');
      return;
    }
    if (unlessSeen && (await wasSeen(unlessSeen))) {
      log.info({ template }, 'a mail is not needed: its news was seen');
      return;
    }
    const stop = kind ? stopUrl(to, kind, sender) : null;
    const occasion = 'occasion' in data ? data.occasion : null;
    const written = writeMail(template, values, { origin: config.appOrigin, stopUrl: stop, occasion });
    try {
      await mailer().send({
        to,
        key,
        ...written,
        ...(replyTo && { replyTo }),
        ...(stop && { headers: stopHeaders(stop) }),
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'FIELDS_REFUSED') throw error;
      // Permanent failure: retrying would not help.
      log.warn({ err: error, template }, 'a mail was refused for good');
      countUp('bounces');
      if (template === 'gift' && values.eventId) await giftMailLost(values.eventId, to, 'refused');
      if (template === 'invitation')
        await guestMailLost(values.rsvpId, to, { key, why: refusalIn(error), isRefused: true });
      return;
    }
    countUp('mails');
    await SentMailModel.create({ _id: key, template, sentAt: new Date() }).catch((error) => {
      if (!isDuplicateKey(error)) throw error;
    });
  },
  async ended({ key, template, to, values }, { state }) {
    if (state !== 'failed') return;
    countFailure('mail', 'network');
    if (template === 'gift' && values.eventId) await giftMailLost(values.eventId, to, 'failed');
    if (template === 'invitation') {
      const why = 'Our email didn’t get through. Write again, or try another way.';
      await guestMailLost(values.rsvpId, to, { key, why, isRefused: false });
    }
  },
};

/** What the receiving server said, in its own words where it gave some. */
function refusalIn({ cause }: AppError): string {
  const { response }: { response?: unknown } = Object(cause);
  const said = typeof response === 'string' ? oneLine(response.replace(/^\d{3}[ -](?:\d\.\d+\.\d+)?\s*/, ''), 120) : '';
  return said ? `Their mail server said: “${said}”` : 'Their mail server takes no mail for this address.';
}

/** Headers for mail programs' unsubscribe button (RFC 2369, RFC 8058). */
function stopHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
