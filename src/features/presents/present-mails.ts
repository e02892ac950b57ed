import { platform } from '../../platform/platform.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { findEvent } from '../events/find-events.service.ts';
import type { StoredContribution } from './contribution.model.ts';

/** Mails somebody who gave, if they left an address; once for each key. @param what full sentences */
export async function mailGiver(stored: StoredContribution, key: string, what: string): Promise<void> {
  const { _id, eventId, email, name } = stored;
  if (!email) return;
  const { config, queue } = platform();
  const event = await findEvent(String(eventId));
  const isThere = event !== null && event.status !== 'deleted';
  const uniqueKey = `present-note:${_id}:${key}`;
  const values = { firstName: name, what, url: isThere ? `${config.appOrigin}/e/${event.uuid}` : config.appOrigin };
  const mail = {
    key: uniqueKey,
    to: email,
    template: 'present-note' as const,
    occasion: event?.occasion ?? null,
    values,
  };
  await queue.enqueue(mailJobs.send, mail, { uniqueKey });
}
