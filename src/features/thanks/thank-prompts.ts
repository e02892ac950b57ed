import { createHash } from 'node:crypto';
import { platform } from '../../platform/platform.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import { findEvent } from '../events/find-events.service.ts';
import { reachedByMail } from '../events/gift-reach.service.ts';
import { confirmedSender, senderIdOf } from '../events/mails-to-others.service.ts';
import { wantsMail } from '../profiles/mail-choices.service.ts';
import { ThanksModel } from './thanks.model.ts';

/**
 * Asks recipients who got a gift by our mail and opened it for thanks, unless some were sent or it is put away. Each mail
 * goes out once.
 */
export async function promptThanks({ eventId, turn }: { eventId: string; turn: 'hour' | 'day' }): Promise<void> {
  const event = await findEvent(eventId);
  if (event?.status === 'archived') return;
  if (!event?.openedAt || !event.currentFilmId || event.thankYou || (await ThanksModel.exists({ eventId }))) return;
  if (!(await confirmedSender(event))) return;
  const { config, queue } = platform();
  const sender = senderIdOf(event);
  const url = `${config.appOrigin}/e/${event.privateKey}`;
  for (const { email: to, firstName } of reachedByMail(event)) {
    if (!(await wantsMail(to, 'gifts', sender))) continue;
    const key = `thank-prompt:${turn}:${eventId}:${createHash('sha256').update(to).digest('base64url')}`;
    const values = { firstName, turn, tone: OCCASIONS[event.occasion].tone, url };
    const mail = { key, to, sender, template: 'thank-prompt' as const, occasion: event.occasion, values };
    await queue.enqueue(mailJobs.send, mail, { uniqueKey: key });
  }
}
