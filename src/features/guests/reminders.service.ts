import { newUuid } from '../../platform/id.ts';
import type { Work } from '../../platform/queue/handled-jobs.ts';
import { closedBy } from '../../shared/collecting.ts';
import type { Reminders } from '../../shared/contracts/rsvps.ts';
import { startOfDay } from '../../shared/guest-hours.ts';
import { dueReminder, REMINDER_DAYS } from '../../shared/reminder-days.ts';
import type { NudgeChannel } from '../../shared/rsvp-values.ts';
import { isGiven } from '../events/event-facts.service.ts';
import { eventsWithGuests } from '../events/event-guests.service.ts';
import { requireChangeable } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { confirmedSender, senderIdOf } from '../events/mails-to-others.service.ts';
import { wantsMail } from '../profiles/mail-choices.service.ts';
import { reachesByText, takesTexts } from '../texts/text-stops.service.ts';
import { texts } from '../texts/texts.parts.ts';
import { giveBackGuestMail, takeGuestMail } from './guest-mail-limit.ts';
import { enqueueGuestMail } from './guest-mails.service.ts';
import { giveBackGuestText, isTextable, takeGuestText } from './guest-texts.ts';
import { ReminderModel, type StoredReminders } from './reminder.model.ts';
import { announceGuest } from './rsvp.dto.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';
import { refusedAsRecipient } from './surprise-guard.service.ts';

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
    if (!isOn || isGiven(event) || closedBy(event, now) || !(await confirmedSender(event))) continue;
    const waiting = await RsvpModel.find({ eventId: event.id, ...WANTED }).lean<StoredRsvp[]>();
    for (const guest of waiting) await remind(guest, event, { days, now });
  }
}

/** Who gets reminders: asked before, reachable, and neither in nor out. */
const WANTED = {
  $or: [{ email: { $ne: null } }, { phone: { $ne: null } }],
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
  const { lastNudgedAt } = guest;
  const zone = guest.timeZone ?? event.timeZone;
  const due = event.deadline && dueReminder(event.deadline, zone, at);
  if (!due || guest.reminded.includes(due.key)) return;
  if (lastNudgedAt && lastNudgedAt >= startOfDay(at.now, zone)) return;
  const way = await takeWay(guest, event);
  if (!way) return;
  const { channel } = way;
  const words = { message: '', subject: '', kind: null, reminder: due.key };
  const pending = { id: newUuid(), sendAt: at.now, channel, ...words };
  const stored = await RsvpModel.findOneAndUpdate(
    { _id: guest._id, ...WANTED, lastNudgedAt: lastNudgedAt ?? null, reminded: { $ne: due.key } },
    {
      $set: { pending, lastNudgedAt: at.now, lastNudgedVia: channel, before: null, bounce: null },
      $addToSet: { reminded: due.key },
      $inc: { nudges: 1 },
    },
    { returnDocument: 'after' },
  ).lean<StoredRsvp>();
  if (!stored) return way.giveBack();
  await enqueueGuestMail(String(guest._id), pending);
  announceGuest(stored, event);
}

interface Way {
  channel: NudgeChannel;
  giveBack(): Promise<void>;
}

/** How a guest can be reminded, within the limits; by text only without an address. Null if not at all. */
async function takeWay(guest: StoredRsvp, event: EventRecord): Promise<Way | null> {
  const { email, phone, lastNudgedVia } = guest;
  if (email) {
    const isFine = (await wantsMail(email, 'invitations', senderIdOf(event))) && (await takeGuestMail(event, email));
    return isFine ? { channel: 'mail', giveBack: () => giveBackGuestMail(event, email) } : null;
  }
  if (!isTextable(phone) || !reachesByText() || !(await takesTexts(phone))) return null;
  const channel = lastNudgedVia === 'whatsapp' && texts().hasWhatsApp ? 'whatsapp' : 'sms';
  const text = { channel, message: '' } as const;
  if (refusedAsRecipient(event, { phone }) || !(await takeGuestText(guest, event, text))) return null;
  return { channel, giveBack: () => giveBackGuestText(guest, event, text) };
}
