import { platform } from '../../platform/platform.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { titleOf } from '../events/event-facts.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { deletedAlready, liftSuspension, suspendEvent } from '../events/suspend-event.service.ts';
import { getUsers } from '../users/users.service.ts';

/** Who acts at the desk, from where. */
export interface DeskActor {
  id: string;
  ip: string;
}

const USUAL =
  'Somebody who saw this page told us about something in it that breaks our rules. Please have another look at it, and tell us what you think.';

/**
 * Suspends an event, once it is in the audit log, and mails its creator why. Idempotent: a retry mails nobody twice.
 * WRONG_STATE for a deleted one.
 * @param words `why` for its makers, may be empty; `note` for staff
 */
export async function suspendByStaff(
  event: EventRecord,
  staff: DeskActor,
  words: { why: string; note: string },
): Promise<EventRecord> {
  if (event.status === 'deleted') throw deletedAlready();
  const why = words.why || USUAL;
  if (event.status !== 'suspended') {
    await record(event, staff, 'event.suspended', { before: event.status, after: 'suspended', why, note: words.note });
  }
  const suspended = await suspendEvent(event, why);
  await mailCreator(suspended, { why: suspended.suspension?.why ?? why, isOpen: '' });
  return suspended;
}

/** Opens a suspended event again and tells its creator. WRONG_STATE for others. */
export async function liftByStaff(event: EventRecord, staff: DeskActor, note: string): Promise<EventRecord> {
  const lifted = await liftSuspension(event);
  await record(event, staff, 'event.lifted', { before: 'suspended', after: lifted.status, note });
  await mailCreator({ ...lifted, suspension: event.suspension }, { why: '', isOpen: 'yes' });
  return lifted;
}

function record(
  event: EventRecord,
  { id, ip }: DeskActor,
  action: 'event.suspended' | 'event.lifted',
  details: Record<string, string>,
): Promise<void> {
  return requireAudit({ actorId: id, subjectId: event.creatorId, eventId: event.id, action, ip, details });
}

async function mailCreator(event: EventRecord, values: { why: string; isOpen: string }): Promise<void> {
  const [creator] = event.creatorId ? await getUsers([event.creatorId]) : [];
  if (!creator) return;
  const { config, queue } = platform();
  const since = event.suspension?.at.getTime() ?? 0;
  const key = `suspension:${event.id}:${since}${values.isOpen && ':open'}`;
  await queue.enqueue(
    mailJobs.send,
    {
      key,
      to: creator.email,
      ...(config.supportEmail && { replyTo: config.supportEmail }),
      template: 'suspension',
      occasion: event.occasion,
      values: { title: titleOf(event), ...values, url: `${config.appOrigin}/e/${event.uuid}` },
    },
    { uniqueKey: key },
  );
}
