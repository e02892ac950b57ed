import { newUuid } from '../../platform/id.ts';
import type { Work } from '../../platform/queue/handled-jobs.ts';
import { closedBy } from '../../shared/collecting.ts';
import type { Reminders } from '../../shared/contracts/rsvps.ts';
import { startOfDay } from '../../shared/guest-hours.ts';
import { dueReminder, REMINDER_DAYS } from '../../shared/reminder-days.ts';
import { eventsWithGuests } from '../events/event-guests.service.ts';
import { requireChangeable } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { confirmedSender, senderIdOf } from '../events/mails-to-others.service.ts';
import { wantsMail } from '../profiles/mail-choices.service.ts';
import { enqueueGuestMail, giveBackGuestMail, takeGuestMail } from './guest-mails.service.ts';
import { ReminderModel, type StoredReminders } from './reminder.model.ts';
import { announceGuest } from './rsvp.dto.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';

const DAY = 86_400_000;
/** The first reminder, and the zones on the other side of the date line. */
const AHEAD = (Math.max(...REMINDER_DAYS) + 2) * DAY;

/** Which reminders an event's guests get. Default: all. */
export async function remindersOf({ id }: Pick<EventRecord, 'id'>): Promise<Reminders> {
  const stored = await ReminderModel.findById(id).lean<StoredReminders>();
  return { isOn: stored?.isOn ?? true, days: REMINDER_DAYS.filter((day) => stored?.days.includes(day) ?? true) };
}

/** Turns reminders on or off, and chooses their days. */
export async function chooseReminders(event: EventRecord, chosen: Reminders): Promise<Reminders> {
  requireChangeable(event);
  await ReminderModel.updateOne({ _id: event.id }, { $set: chosen }, { upsert: true });
  return remindersOf(event);
}

/** Does `guests.remind`: nothing is planned ahead, so a moved deadline moves the reminders. */
export const remindWork: Work<unknown> = {
  async run() {
    await remindGuests(new Date());
  },
};

/** Mails the reminders that are due. Idempotent; a reminder is stored with its guest in one step. */
export async function remindGuests(now: Date): Promise<void> {
  for (const event of await eventsWithGuests(now, new Date(now.getTime() + AHEAD))) {
    const { isOn, days } = await remindersOf(event);
    if (!isOn || closedBy(event, now) || !(await confirmedSender(event))) continue;
    const waiting = await RsvpModel.find({ eventId: event.id, ...WANTED }).lean<StoredRsvp[]>();
    for (const guest of waiting) await remind(guest, event, { days, now });
  }
}

/** Who gets reminders: asked before, reachable, and neither in nor out. */
const WANTED = {
  email: { $ne: null },
  invitedAt: { $ne: null },
  pending: null,
  muted: false,
  status: { $in: ['invited', 'opened', 'yes', 'maybe'] as const },
};

async function remind(
  guest: StoredRsvp,
  event: EventRecord,
  at: { days: readonly number[]; now: Date },
): Promise<void> {
  const { email, lastNudgedAt } = guest;
  const zone = guest.timeZone ?? event.timeZone;
  const due = event.deadline && dueReminder(event.deadline, zone, at);
  if (!due || !email || guest.reminded.includes(due.key)) return;
  if (lastNudgedAt && lastNudgedAt >= startOfDay(at.now, zone)) return;
  if (!(await wantsMail(email, 'invitations', senderIdOf(event)))) return;
  if (!(await takeGuestMail(event, email))) return;
  const pending = { id: newUuid(), sendAt: at.now, message: '', subject: '', kind: null, reminder: due.key };
  const stored = await RsvpModel.findOneAndUpdate(
    { _id: guest._id, ...WANTED, lastNudgedAt: lastNudgedAt ?? null, reminded: { $ne: due.key } },
    {
      $set: { pending, lastNudgedAt: at.now, lastNudgedVia: 'mail', before: null },
      $addToSet: { reminded: due.key },
      $inc: { nudges: 1 },
    },
    { returnDocument: 'after' },
  ).lean<StoredRsvp>();
  if (!stored) return giveBackGuestMail(event, email);
  await enqueueGuestMail(String(guest._id), pending);
  announceGuest(stored, event);
}
