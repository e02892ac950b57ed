import { newUuid } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { closedBy } from '../../shared/collecting.ts';
import { nextDaytime } from '../../shared/guest-hours.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { LATE_GRACE } from '../../shared/limits.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import { guestDeadline } from '../../shared/reminder-days.ts';
import { momentInWords } from '../../shared/zone-words.ts';
import { utcToZoned } from '../../shared/zoned-time.ts';
import { isGiven } from '../events/event-facts.service.ts';
import { isAway } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { confirmedSender, senderIdOf } from '../events/mails-to-others.service.ts';
import { isTextable, isTextChannel, textGuest } from './guest-texts.ts';
import { guestJobs } from './job-types.ts';
import { ReminderModel, type StoredReminders } from './reminder.model.ts';
import { announceGuest, invitationUrl } from './rsvp.dto.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';
import { refusedAsRecipient } from './surprise-guard.service.ts';
import { beforeNudge, giveBackNudge } from './undo-nudge.ts';

/* A guest's mail or text is stored with the guest before it is enqueued, so that it survives a crash at any step. */

const BATCH = 200;

type Pending = Pick<NonNullable<StoredRsvp['pending']>, 'id' | 'sendAt'>;

/** Enqueues a stored mail; idempotent. */
export async function enqueueGuestMail(rsvpId: string, { id, sendAt }: Pending): Promise<void> {
  await platform().queue.enqueue(guestJobs.mail, { rsvpId, nudgeId: id }, { runAt: sendAt, uniqueKey: id });
}

/** Recovers from crashes: enqueues mails that are due and have no job. */
export async function rescueGuestMails(now = new Date()): Promise<number> {
  const due = await RsvpModel.find({ 'pending.sendAt': { $lte: now } })
    .limit(BATCH)
    .lean<StoredRsvp[]>();
  for (const { _id, pending } of due) if (pending) await enqueueGuestMail(String(_id), pending);
  return due.length;
}

/** Does `guests.mail`. */
export const guestMailWork: Work<JobData<typeof guestJobs.mail>> = {
  async run({ rsvpId, nudgeId }) {
    const guest = await RsvpModel.findOne({ _id: rsvpId, 'pending.id': nudgeId }).lean<StoredRsvp>();
    if (!guest?.pending) return;
    const event = await findEvent(String(guest.eventId));
    if (event && (await waitForMorning(guest, event, guest.pending))) return;
    const isText = isTextChannel(guest.pending.channel);
    const isWanted = event !== null && (await isStillWanted(guest, event));
    if (isWanted) await (isText ? textGuest : mailGuest)(guest, event, guest.pending);
    const done = await RsvpModel.findOneAndUpdate(
      { _id: guest._id, 'pending.id': nudgeId },
      // A text that has left can't be taken back, unlike one from their own phone that is only noted.
      isWanted ? { $set: { pending: null, ...(isText && { before: null }) } } : dropped(guest),
      { returnDocument: 'after' },
    ).lean<StoredRsvp>();
    if (!done || !event) return;
    if (!isWanted) await giveBackNudge(guest, event, guest.pending);
    announceGuest(done, event);
  },
};

/** For what was not sent after all: the guest is as before, except after a reminder, or with a clip that is in by now. */
function dropped(guest: StoredRsvp) {
  const isSettled = guest.status === 'contributed' && guest.pending?.kind !== 'thanks';
  return (!isSettled && beforeNudge(guest)) || { $set: { pending: null } };
}

/**
 * A mail came back, or no server took it for long: the board says so. Only an address that a server refused has to be
 * mended before it is written to again. Idempotent.
 */
export async function guestMailLost(
  rsvpId: string,
  email: string,
  { key, why, isRefused }: { key: string; why: string; isRefused: boolean },
): Promise<void> {
  const guest = await RsvpModel.findOne({ _id: rsvpId, email: email.toLowerCase() }).lean<StoredRsvp>();
  const event = guest && (await findEvent(String(guest.eventId)));
  if (!guest || !event) return;
  await RsvpModel.updateOne({ _id: guest._id }, { $set: { bounce: why.slice(0, 300) } });
  // A later one still waits, and is asked about before it goes.
  if (guest.pending && keyOf(guest.pending) === key) {
    await RsvpModel.updateOne({ _id: guest._id, 'pending.id': guest.pending.id }, { $set: { pending: null } });
  }
  if (isRefused) await RsvpModel.updateOne({ _id: guest._id, status: 'invited' }, { $set: { status: 'bounced' } });
  const now = await RsvpModel.findById(guest._id).lean<StoredRsvp>();
  if (now) announceGuest(now, event);
}

/** A worker that was away until the evening sends it in the morning. */
async function waitForMorning(guest: StoredRsvp, event: EventRecord, pending: Pending): Promise<boolean> {
  const now = new Date();
  const sendAt = nextDaytime(now, guest.timeZone ?? event.timeZone);
  if (sendAt <= now) return false;
  const later = { id: newUuid(), sendAt };
  await RsvpModel.updateOne(
    { _id: guest._id, 'pending.id': pending.id },
    { $set: { 'pending.id': later.id, 'pending.sendAt': sendAt, lastNudgedAt: sendAt } },
  );
  await enqueueGuestMail(String(guest._id), later);
  return true;
}

/** Whether the reason for a mail still holds when it is due. */
async function isStillWanted(guest: StoredRsvp, event: EventRecord): Promise<boolean> {
  const isThanks = guest.pending?.kind === 'thanks';
  const isText = isTextChannel(guest.pending?.channel);
  const hasWay = isText ? isTextable(guest.phone) : Boolean(guest.email) && guest.status !== 'bounced';
  if (!hasWay || guest.muted) return false;
  if (isThanks !== (guest.status === 'contributed') || refusedAsRecipient(event, guest)) return false;
  if (isThanks) return !isAway(event) && (await confirmedSender(event)) !== null;
  if (guest.pending?.reminder && !(await isReminderValid(guest, event))) return false;
  const by = closedBy(event);
  const isInGrace = by === 'deadline' && event.deadline && Date.now() < event.deadline.getTime() + LATE_GRACE;
  return (!by || Boolean(isInGrace)) && (await confirmedSender(event)) !== null;
}

/** The gift may have been given, the deadline moved, or reminders switched off. */
async function isReminderValid({ pending, timeZone }: StoredRsvp, event: EventRecord): Promise<boolean> {
  const { deadline } = event;
  if (!deadline || deadline <= new Date() || isGiven(event)) return false;
  const last = utcToZoned(deadline, timeZone ?? event.timeZone).date;
  const stored = await ReminderModel.findById(event.id).lean<StoredReminders>();
  return stored?.isOn !== false && pending?.reminder?.startsWith(`${last}:`) === true;
}

function keyOf({ id }: Pick<Pending, 'id'>): string {
  return `invitation:${id}`;
}

async function mailGuest(
  guest: StoredRsvp,
  event: EventRecord,
  { id, message, subject, kind, reminder }: NonNullable<StoredRsvp['pending']>,
): Promise<void> {
  const key = keyOf({ id });
  const { occasion, creatorName } = event;
  const end = event.deadline && guestDeadline(event.deadline, new Date());
  const values = {
    rsvpId: String(guest._id),
    firstName: guest.firstName,
    from: creatorName ?? '',
    recipients: event.recipients.map(({ firstName }) => firstName).join('\n'),
    kind: reminder ? 'reminder' : (kind ?? (guest.nudges > 1 ? 'reminder' : 'invite')),
    subject: subject ?? '',
    state: guest.progress,
    message: message ?? '',
    until: end ? momentInWords(end, guest.timeZone ?? event.timeZone) : '',
    // Once it was given, it is no secret any more, and made already.
    tone: isGiven(event) ? 'given' : OCCASIONS[occasion].tone,
    url: invitationUrl(guest, event),
  };
  const sender = senderIdOf(event);
  // After that nobody can do what it asks for.
  const until = kind !== 'thanks' && end ? { until: end.getTime() } : {};
  await platform().queue.enqueue(
    mailJobs.send,
    { key, to: guest.email ?? '', sender, ...until, template: 'invitation', occasion, values },
    { uniqueKey: key },
  );
}
