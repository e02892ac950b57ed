import { platform } from '../../platform/platform.ts';
import type { Undelivered } from '../../shared/contracts/events.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { undeliveredWords } from '../../shared/undelivered.ts';
import { getUsers } from '../users/users.service.ts';
import { titleOf } from './event-facts.service.ts';
import type { EventRecord } from './find-events.service.ts';
import { tellNews } from './makers-news.service.ts';

/**
 * Tells the makers which recipients a delivery did not reach and why, and mails the creator. Idempotent.
 * @param key deduplication key
 */
export async function tellNotReached(
  event: EventRecord,
  undelivered: readonly Undelivered[],
  key: string,
): Promise<void> {
  const what = undeliveredWords(event.recipients, undelivered);
  if (!what || event.status === 'deleted' || event.status === 'suspended') return;
  const lost = event.recipients.filter(({ id }) => undelivered.some(({ recipientId }) => recipientId === id));
  const names = lost.map(({ firstName }) => firstName);
  const unique = `not-reached:${key}`;
  await tellNews({ eventId: event.id, type: 'paymentFailed', key: unique, facts: { names, note: what } });
  const [creator] = event.creatorId ? await getUsers([event.creatorId]) : [];
  if (!creator) return;
  const { config, queue } = platform();
  const values = { title: titleOf(event), what, url: `${config.appOrigin}/e/${event.uuid}` };
  await queue.enqueue(
    mailJobs.send,
    { key: unique, to: creator.email, template: 'not-reached', occasion: event.occasion, values },
    { uniqueKey: unique },
  );
}
