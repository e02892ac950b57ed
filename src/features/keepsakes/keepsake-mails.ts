import { platform } from '../../platform/platform.ts';
import { mailJobs } from '../../shared/jobs.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { senderIdOf } from '../events/mails-to-others.service.ts';
import { wantsMail } from '../profiles/mail-choices.service.ts';
import { getUsers } from '../users/users.service.ts';
import type { StoredKeepsake } from './keepsake.model.ts';

/** Mails who asked for the archive that it is there, once for each packing. */
export async function mailReady(event: EventRecord, keepsake: StoredKeepsake): Promise<void> {
  const { config, queue } = platform();
  const sender = senderIdOf(event);
  const isMakers = keepsake.audience === 'makers';
  const url = `${config.appOrigin}/e/${isMakers ? event.uuid : event.privateKey}/keepsake`;
  for (const { email: to, firstName } of await askers(event, keepsake)) {
    if (!isMakers && !(await wantsMail(to, 'gifts', sender))) continue;
    const key = `keepsake:${keepsake.key}:${to}`.slice(0, 200);
    const values = { firstName, url };
    const mail = { key, to, template: 'keepsake-ready' as const, occasion: event.occasion, values };
    await queue.enqueue(mailJobs.send, mail, { uniqueKey: key });
  }
}

/** Several recipients share a link, so that nobody knows which of them asked. */
async function askers(
  { recipients }: EventRecord,
  { audience, askedBy }: StoredKeepsake,
): Promise<{ email: string; firstName: string }[]> {
  if (audience === 'makers') return askedBy ? getUsers([String(askedBy)]) : [];
  const [only, ...others] = recipients;
  const email = only?.email?.trim().toLowerCase();
  return only && email && others.length === 0 ? [{ email, firstName: only.firstName }] : [];
}
