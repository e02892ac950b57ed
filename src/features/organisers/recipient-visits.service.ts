import { platform } from '../../platform/platform.ts';
import { mailJobs } from '../../shared/jobs.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { recipientWaiting } from '../events/surprise.service.ts';
import { getUsers } from '../users/users.service.ts';
import { HistoryModel } from './history.model.ts';
import { keepNote } from './history.service.ts';

/**
 * Whether this is the recipient, signed in under their confirmed address, at the public page of a gift that has not
 * been given. Its makers hear of it, once for each recipient.
 */
export async function keepsSurprise(event: EventRecord, viewer: Viewer): Promise<boolean> {
  const recipient = recipientWaiting(event, viewer);
  if (!recipient) return false;
  if (!viewer.isImpersonated) await tellMakersOfVisit(event, recipient);
  return true;
}

async function tellMakersOfVisit(
  event: EventRecord,
  { id, firstName }: Pick<EventRecord['recipients'][number], 'id' | 'firstName'>,
): Promise<void> {
  const isKnown = await HistoryModel.exists({ eventId: event.id, what: 'guarded', about: firstName });
  const { config, queue } = platform();
  // Mails first: repeated visits repeat them by the same key, until all are enqueued.
  if (isKnown) return;
  for (const { id: userId, email } of await getUsers([event.creatorId ?? '', ...event.organiserIds])) {
    const uniqueKey = `recipient-visit:${event.id}:${id}:${userId}`;
    const values = { firstName, url: `${config.appOrigin}/e/${event.uuid}/people#organisers` };
    await queue.enqueue(
      mailJobs.send,
      { key: uniqueKey, to: email, template: 'recipient-visit', occasion: event.occasion, values },
      { uniqueKey },
    );
  }
  await keepNote({ subject: event.id, what: 'guarded', about: firstName, user: null, isImpersonated: false });
}
