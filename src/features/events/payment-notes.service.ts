import { platform } from '../../platform/platform.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { getUsers } from '../users/users.service.ts';
import { titleOf } from './event-facts.service.ts';
import type { EventRecord } from './find-events.service.ts';

/**
 * Mails an event's creator what happened to its payment. May be repeated.
 * @param key what it is about; the same key is mailed once
 * @param what whole sentences
 */
export async function mailPaymentNote(event: EventRecord, key: string, what: string): Promise<void> {
  const [creator] = event.creatorId ? await getUsers([event.creatorId]) : [];
  if (!creator) return;
  const { config, queue } = platform();
  const values = { title: titleOf(event), what, url: `${config.appOrigin}/e/${event.uuid}` };
  const uniqueKey = `payment-note:${key}`;
  await queue.enqueue(
    mailJobs.send,
    { key: uniqueKey, to: creator.email, template: 'payment-note', values },
    { uniqueKey },
  );
}
