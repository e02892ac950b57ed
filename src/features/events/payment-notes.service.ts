import { platform } from '../../platform/platform.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { getUsers } from '../users/users.service.ts';
import { titleOf } from './event-facts.service.ts';
import type { EventRecord } from './find-events.service.ts';
import { tellNews } from './makers-news.service.ts';

/**
 * Tells the makers about a payment, and mails the creator. Idempotent.
 * @param key deduplication key
 * @param what full sentences
 * @param type null: it is no news, and only mailed
 */
export async function mailPaymentNote(
  event: EventRecord,
  key: string,
  what: string,
  type: 'refunded' | 'paymentFailed' | null = 'refunded',
): Promise<void> {
  if (type) await tellNews({ eventId: event.id, type, key, facts: { note: what } });
  const [creator] = event.creatorId ? await getUsers([event.creatorId]) : [];
  if (!creator) return;
  const { config, queue } = platform();
  const values = { title: titleOf(event), what, url: `${config.appOrigin}/e/${event.uuid}` };
  const uniqueKey = `payment-note:${key}`;
  await queue.enqueue(
    mailJobs.send,
    { key: uniqueKey, to: creator.email, template: 'payment-note', occasion: event.occasion, values },
    { uniqueKey },
  );
}
