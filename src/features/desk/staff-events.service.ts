import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { EventShow, StaffEvent } from '../../shared/contracts/staff-events.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles, type UserRole } from '../../shared/roles.ts';
import { type AuditEntry, requireAudit } from '../audit/audit.service.ts';
import { extendDeadline, giveToAccount, restoreForStaff } from '../events/assist-event.service.ts';
import { titleOf } from '../events/event-facts.service.ts';
import { eventClips, NO_CLIPS } from '../events/events.parts.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { listForStaff, searchForStaff } from '../events/find-staff-events.service.ts';
import { refusedAsRecipient } from '../guests/surprise-guard.service.ts';
import { paidForEvents } from '../orders/orders.service.ts';
import type { DeskActor } from '../support/moderation.service.ts';
import { pageUrl } from '../users/account-mails.service.ts';
import { searchUsers } from '../users/find-users.service.ts';
import { addressOfStaying } from '../users/user-addresses.service.ts';
import { findUserByEmail, getUsers } from '../users/users.service.ts';

/** Characters of a key that staff see. */
const KEY_SHOWN = 5;
/** Users whose events a search includes. */
const CREATORS = 10;

/** A page of events, or with `q` a search among all. */
export async function listStaffEvents(
  asked: { q: string; show: EventShow; cursor?: string | undefined; limit: number },
  viewer: { role: UserRole },
): Promise<{ events: StaffEvent[]; total: number; nextCursor: string | null }> {
  if (!asked.q) {
    const { events, total, nextCursor } = await listForStaff(asked);
    return { events: await toStaffEvents(events, viewer), total, nextCursor };
  }
  const creators = await searchUsers(asked.q);
  const found = await searchForStaff(
    asked.q,
    creators.slice(0, CREATORS).map(({ id }) => id),
  );
  return { events: await toStaffEvents(found, viewer), total: found.length, nextCursor: null };
}

/** Events as their list shows them. */
export async function toStaffEvents(events: readonly EventRecord[], viewer: { role: UserRole }): Promise<StaffEvent[]> {
  const ids = events.map(({ id }) => id);
  const seesMoney = may(siteRoles(viewer), 'order.read');
  const [summaries, people, paid] = await Promise.all([
    eventClips().summaries(ids),
    getUsers(events.flatMap(({ creatorId }) => creatorId ?? [])),
    seesMoney ? paidForEvents(ids) : null,
  ]);
  return events.map((event) => {
    const { media, contributors, length } = summaries.get(event.id) ?? NO_CLIPS;
    const creator = people.find(({ id }) => id === event.creatorId);
    return {
      id: event.id,
      uuid: event.uuid,
      title: titleOf(event),
      status: event.status,
      occasion: event.occasion,
      creator: creator
        ? { id: creator.id, email: creator.email, name: `${creator.firstName} ${creator.lastName}`.trim() }
        : null,
      keys: { privateKey: masked(event.privateKey), viewKey: masked(event.viewKey) },
      clips: media,
      contributors,
      length,
      paid: paid ? (paid.get(event.id) ?? 0) : null,
      deadline: event.deadline?.toISOString() ?? null,
      deliverAt: event.deliverAt?.toISOString() ?? null,
      createdAt: event.createdAt.toISOString(),
      updatedAt: event.updatedAt.toISOString(),
    };
  });
}

/** The beginning of a key, by which it is found and recognised. */
export function masked(key: string): string {
  return `${key.slice(0, KEY_SHOWN)}…`;
}

/** Moves a deadline, and records it. */
export async function extendByStaff(
  event: EventRecord,
  staff: DeskActor,
  { deadline, note }: { deadline: string; note: string },
): Promise<EventRecord> {
  const extended = await extendDeadline(event, deadline);
  const before = event.deadline?.toISOString() ?? 'none';
  await record(event, staff, 'event.extended', { before, after: extended.deadline?.toISOString() ?? '', note });
  return extended;
}

/** Gives an event to another account. FIELDS_REFUSED without one whose address is confirmed. */
export async function transferByStaff(
  event: EventRecord,
  staff: DeskActor,
  { email, note }: { email: string; note: string },
): Promise<EventRecord> {
  const user = await findUserByEmail(email);
  if (!user) throw refused('No account has this address.');
  if (!user.verifiedAt) throw refused('Nobody has confirmed this address yet.');
  if (user.suspension) throw refused('This account is suspended.');
  if (refusedAsRecipient(event, user)) throw refused('It’s a surprise for the person of this address.');
  const given = await giveToAccount(event, user);
  await record(event, staff, 'event.transferred', { before: event.creatorId ?? 'nobody', after: user.id, note });
  await mailTransfer(event, user.email);
  return given;
}

/** Tells both accounts; a deleted one has no address any more. */
async function mailTransfer(event: EventRecord, newAddress: string): Promise<void> {
  const formerAddress = event.creatorId ? await addressOfStaying(event.creatorId) : null;
  const title = titleOf(event);
  const key = `${event.id}:${event.updatedAt.getTime()}`;
  const { config, queue } = platform();
  const send = async (to: string, isYours: string, url: string) => {
    const unique = `event-transferred:${key}:${isYours}`;
    const { occasion } = event;
    const replyTo = config.supportEmail ? { replyTo: config.supportEmail } : {};
    const values = { title, isYours, url };
    const mail = { key: unique, to, ...replyTo, template: 'event-transferred', occasion, values } as const;
    await queue.enqueue(mailJobs.send, mail, { uniqueKey: unique });
  };
  await send(newAddress, 'yes', pageUrl(`/e/${event.uuid}`));
  if (formerAddress) await send(formerAddress, '', pageUrl('/dashboard'));
}

/** Restores a deleted event, and records it. */
export async function restoreByStaff(event: EventRecord, staff: DeskActor, note: string): Promise<EventRecord> {
  const restored = await restoreForStaff(event);
  await record(event, staff, 'event.restored', { before: 'deleted', after: restored.status, note });
  return restored;
}

function refused(message: string): AppError {
  return new AppError('FIELDS_REFUSED', { message, fields: { email: message } });
}

function record(
  event: EventRecord,
  { id, ip }: DeskActor,
  action: AuditEntry['action'],
  details: Record<string, string>,
): Promise<void> {
  return requireAudit({ actorId: id, subjectId: event.creatorId, eventId: event.id, action, ip, details });
}
