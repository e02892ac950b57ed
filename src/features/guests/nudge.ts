import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import { hasLink } from '../../platform/mail/links.ts';
import { closedBy } from '../../shared/collecting.ts';
import type { User } from '../../shared/contracts/accounts.ts';
import type { Rsvp } from '../../shared/contracts/rsvps.ts';
import { nextDaytime, startOfDay } from '../../shared/guest-hours.ts';
import { withName } from '../../shared/guests/nudge-words.ts';
import { LATE_GRACE } from '../../shared/limits.ts';
import type { GroupMail, NudgeChannel, NudgeWay } from '../../shared/rsvp-values.ts';
import { requireChangeable } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { isNewSender, requireConfirmedSender, senderIdOf } from '../events/mails-to-others.service.ts';
import { wantsMail } from '../profiles/mail-choices.service.ts';
import { takeGuestMail } from './guest-mail-limit.ts';
import { enqueueGuestMail } from './guest-mails.service.ts';
import type { SeenGuest } from './guest-rules.ts';
import { type GuestText, requireTextable, takeGuestText } from './guest-texts.ts';
import { announceGuest, toRsvpDto } from './rsvp.dto.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';
import { namesRecipient, refusedAsRecipient } from './surprise-guard.service.ts';
import { beforeNudge, giveBackNudge } from './undo-nudge.ts';

const HOUR = 3_600_000;

/** What a mail says; without `kind` it is an invitation, and later a reminder. */
export interface MailNudge {
  message?: string | undefined;
  subject?: string | undefined;
  kind?: GroupMail | undefined;
}
interface Nudge extends MailNudge {
  via: NudgeWay;
  /** We send it, by text too; mails always leave from us. */
  isOurs?: boolean;
}

/**
 * Invites or nudges a guest. What we send goes out between 9 and 20 o'clock in their zone; other ways are only noted.
 * WRONG_STATE once their clip is in or without an address or number, TOO_MANY_REQUESTS for a second one in a day or over a
 * limit, EVENT_CLOSED, NOT_SIGNED_IN, ADDRESS_UNCONFIRMED, FIELDS_REFUSED for links of new senders.
 */
export async function nudge(seen: SeenGuest, asked: Nudge, viewerId: string | undefined): Promise<Rsvp> {
  requireChangeable(seen.event);
  return toRsvpDto(await sendNudge(seen, asked, viewerId), seen.event, 'maker');
}

/** The same for an event that can be changed. */
export async function sendNudge(
  { guest, event }: Pick<SeenGuest, 'guest' | 'event'>,
  { via, isOurs = false, message = '', subject = '', kind }: Nudge,
  viewerId: string | undefined,
): Promise<StoredRsvp> {
  const isThanks = kind === 'thanks';
  if (isThanks) requireContributed(guest);
  else requireReachable(guest, event);
  const now = new Date();
  const zone = guest.timeZone ?? event.timeZone;
  const channel = channelOf(via, isOurs);
  const sendAt = channel ? nextDaytime(now, zone) : now;
  refuseSecondToday(guest, zone, sendAt);
  if (channel === 'mail') await requireMail(guest, event, { message, subject }, viewerId);
  else if (channel) await requireText(guest, event, { channel, message }, viewerId);
  const id = newUuid();
  const words = { message: withName(message, guest.firstName), subject, kind: kind ?? null };
  const pending = channel ? { id, sendAt, channel, ...words, reminder: null } : null;
  const changed = await RsvpModel.findOneAndUpdate(
    { _id: guest._id, lastNudgedAt: guest.lastNudgedAt, status: guest.status },
    {
      $set: {
        lastNudgedAt: sendAt,
        lastNudgedVia: via,
        pending,
        before: { at: guest.lastNudgedAt, via: guest.lastNudgedVia, isFirst: guest.invitedAt === null },
        ...(guest.invitedAt === null && !isThanks && { invitedAt: sendAt, via: guest.via ?? via }),
        // The new one may reach them where the last could not.
        bounce: null,
        ...(guest.status === 'bounced' && { status: 'invited' as const }),
      },
      $inc: { nudges: 1 },
    },
    { returnDocument: 'after' },
  ).lean<StoredRsvp>();
  if (!changed) {
    if (channel) await giveBackNudge(guest, event, { channel, message: words.message });
    throw tooSoon(guest);
  }
  if (pending) await enqueueGuestMail(String(guest._id), pending);
  announceGuest(changed, event);
  return changed;
}

/** Takes back the last nudge; WRONG_STATE for a mail that has left, or without one from this hour. */
export async function takeBack({ guest, event }: SeenGuest): Promise<Rsvp> {
  requireChangeable(event);
  const { lastNudgedVia, pending, lastNudgedAt } = guest;
  const undo = beforeNudge(guest);
  const isNoted =
    !pending && lastNudgedVia !== null && lastNudgedVia !== 'mail' && Date.now() - Number(lastNudgedAt) < HOUR;
  const changed =
    undo && (isNoted || pending?.reminder === null)
      ? await RsvpModel.findOneAndUpdate({ _id: guest._id, lastNudgedAt, 'pending.id': pending?.id ?? null }, undo, {
          returnDocument: 'after',
        }).lean<StoredRsvp>()
      : null;
  if (!changed) throw new AppError('WRONG_STATE', { message: 'It has left already, so it can’t be taken back.' });
  if (pending) await giveBackNudge(guest, event, pending);
  announceGuest(changed, event);
  return toRsvpDto(changed, event, 'maker');
}

/** How we send a nudge; null for a way from the organiser's own phone. */
function channelOf(via: NudgeWay, isOurs: boolean): NudgeChannel | null {
  if (via === 'mail') return via;
  return isOurs && (via === 'sms' || via === 'whatsapp') ? via : null;
}

function requireContributed({ status, firstName }: StoredRsvp): void {
  if (status === 'contributed') return;
  throw new AppError('WRONG_STATE', { message: `${firstName} hasn’t sent a clip yet.` });
}

function requireReachable(guest: StoredRsvp, event: EventRecord): void {
  if (guest.status === 'contributed') {
    throw new AppError('WRONG_STATE', { message: `${guest.firstName}’s clip is in already.` });
  }
  const by = closedBy(event);
  const isInGrace = by === 'deadline' && event.deadline && Date.now() < event.deadline.getTime() + LATE_GRACE;
  if (!by || isInGrace) return;
  throw new AppError('EVENT_CLOSED', { message: 'Clips are closed. Move the deadline first, then ask for more.' });
}

function refuseSecondToday({ firstName, lastNudgedAt }: StoredRsvp, zone: string, sendAt: Date): void {
  if (lastNudgedAt && lastNudgedAt >= startOfDay(sendAt, zone)) throw tooSoon({ firstName });
}

function tooSoon({ firstName }: Pick<StoredRsvp, 'firstName'>): AppError {
  return new AppError('TOO_MANY_REQUESTS', {
    message: `${firstName} has heard from you today. Once a day is enough: try again tomorrow.`,
  });
}

async function requireMail(
  guest: StoredRsvp,
  event: EventRecord,
  words: MailNudge,
  viewerId: string | undefined,
): Promise<void> {
  const { email, firstName } = guest;
  if (!email) throw new AppError('WRONG_STATE', { message: `We have no email address for ${firstName}.` });
  if (guest.status === 'bounced' && guest.lastNudgedVia === 'mail') {
    throw new AppError('WRONG_STATE', { message: `Mail to ${email} came back. Fix the address first.` });
  }
  const isRecipients = refusedAsRecipient(event, { email });
  if (isRecipients) throw new AppError('WRONG_STATE', { message: isRecipients.message });
  const sender = await requireConfirmedSender(event, viewerId);
  await requireFitWords(words, event, sender);
  if (guest.muted || !(await wantsMail(email, 'invitations', senderIdOf(event)))) {
    throw new AppError('WRONG_STATE', { message: `${firstName} doesn’t want these emails. Try another way.` });
  }
  if (await takeGuestMail(event, email)) return;
  throw new AppError('TOO_MANY_REQUESTS', {
    message: `That’s all the email we can send for you today, or to ${firstName} at all. Try another way.`,
  });
}

async function requireText(
  guest: StoredRsvp,
  event: EventRecord,
  asked: GuestText,
  viewerId: string | undefined,
): Promise<void> {
  const sender = await requireConfirmedSender(event, viewerId);
  await requireFitWords(asked, event, sender);
  await requireTextable(guest, event, asked);
  if (await takeGuestText(guest, event, asked)) return;
  throw new AppError('TOO_MANY_REQUESTS', {
    message: `That’s all the texts we can send for you today, or to ${guest.firstName} at all. Try another way.`,
  });
}

/** FIELDS_REFUSED for links of new senders, and for a subject that names a recipient or has a link. */
export async function requireFitWords(
  { message = '', subject = '' }: MailNudge,
  event: EventRecord,
  sender: User,
): Promise<void> {
  if (namesRecipient(event, subject)) {
    refuseField('subject', 'Leave their name out of the subject: it shows on lock screens.');
  }
  if (hasLink(subject)) refuseField('subject', 'Please leave links out of the subject.');
  if (hasLink(message) && (await isNewSender(sender, event))) {
    refuseField('message', 'Please leave out links and addresses: the email has a button with their own link.');
  }
}

function refuseField(field: string, message: string): never {
  throw new AppError('FIELDS_REFUSED', { message, fields: { [field]: message } });
}
