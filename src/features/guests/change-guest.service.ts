import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import type { GuestInput, Rsvp } from '../../shared/contracts/rsvps.ts';
import type { RsvpAnswer, RsvpProgress } from '../../shared/rsvp-values.ts';
import { rsvpStatesBefore } from '../../shared/transitions.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import { requireChangeable } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { readGuest } from './add-guests.service.ts';
import type { SeenGuest } from './guest-rules.ts';
import { announceGuest, tellAnswer, toRsvpDto } from './rsvp.dto.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';

interface Change extends Partial<Omit<GuestInput, 'note'>> {
  note?: string | null | undefined;
  answer?: RsvpAnswer | undefined;
  muted?: boolean | undefined;
  opened?: true | undefined;
  progress?: RsvpProgress | undefined;
  timeZone?: string | undefined;
}

/**
 * Changes a guest. Guests with their key answer and say their name; makers change everything but what a guest's
 * browser reports. FIELDS_REFUSED for a recipient's address, DUPLICATE for another guest's.
 */
export async function changeGuest({ guest, event, audience }: SeenGuest, body: Change): Promise<Rsvp> {
  if (audience === 'guest') {
    if (body.opened || body.answer || body.progress) await markOpened(guest, event, body.timeZone);
    if (body.progress === 'started' || body.progress === 'failed') await report(guest, body.progress);
    if (body.firstName) await set(guest, { firstName: body.firstName });
  } else {
    requireChangeable(event);
    await changeDetails(guest, event, body);
    // A mute that came of a clip stays one where nobody turned it over.
    if (body.muted !== undefined && body.muted !== guest.muted) {
      await set(guest, { muted: body.muted, mutedByClip: false });
    }
  }
  if (body.answer) {
    const answered = { answeredAt: new Date() };
    await move(guest, body.answer, answered);
    // Who is in stays in, and may say something all the same.
    await RsvpModel.updateOne({ _id: guest._id, status: 'contributed' }, { $set: answered });
  }
  // An organiser's note about them would be taken for their word.
  const isFirstWord = audience === 'guest' && body.answer !== undefined && guest.answeredAt === null;
  if (body.note !== undefined || isFirstWord) await set(guest, { note: body.note || null });
  const now = await current(guest, event);
  if (body.answer && audience === 'guest') await tellAnswer(now, event);
  return toRsvpDto(now, event, audience);
}

/** Removes a guest; clips stay. */
export async function removeGuest({ guest, event }: SeenGuest): Promise<Rsvp> {
  requireChangeable(event);
  await RsvpModel.deleteOne({ _id: guest._id });
  announceGone(guest, event);
  return toRsvpDto(guest, event, 'maker');
}

/** A person's browser opened the invitation: kept from the first time on. */
async function markOpened(guest: StoredRsvp, event: EventRecord, timeZone: string | undefined): Promise<void> {
  const now = new Date();
  await RsvpModel.updateOne({ _id: guest._id, openedAt: null }, { $set: { openedAt: now } });
  // A guest who opens their link was given it, noted or not.
  await RsvpModel.updateOne({ _id: guest._id, invitedAt: null }, { $set: { invitedAt: now, via: 'link' } });
  if (timeZone && timeZone !== event.timeZone) await set(guest, { timeZone });
  await move(guest, 'opened', {});
}

/** What their upload is doing; a clip that is in stays in. */
async function report({ _id }: StoredRsvp, progress: 'started' | 'failed'): Promise<void> {
  await RsvpModel.updateOne({ _id, progress: { $ne: 'sent' } }, { $set: { progress } });
}

async function changeDetails(guest: StoredRsvp, event: EventRecord, body: Change): Promise<void> {
  const { firstName = guest.firstName, lastName, email, phone } = body;
  const asked = {
    firstName,
    lastName: lastName === undefined ? guest.lastName : lastName,
    email: email === undefined ? guest.email : email,
    phone: phone === undefined ? guest.phone : phone,
  };
  const read = readGuest(event, asked);
  if ('message' in read) {
    throw new AppError('FIELDS_REFUSED', { message: read.message, fields: { [read.field]: read.message } });
  }
  const { note: _note, ...details } = read;
  const isTexted = guest.lastNudgedVia === 'sms' || guest.lastNudgedVia === 'whatsapp';
  const isRepaired = details.email !== guest.email || (isTexted && details.phone !== guest.phone);
  try {
    await set(guest, { ...details, ...(isRepaired && { bounce: null }) });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('DUPLICATE', { message: 'Somebody else on the list has this address or number.' });
  }
  if (isRepaired && guest.status === 'bounced') await move(guest, 'invited', {});
}

/** Moves a guest where the table of states allows it; otherwise the state stays. Who is in leaves with their clip only. */
async function move({ _id }: StoredRsvp, to: RsvpAnswer | 'opened' | 'invited', more: object): Promise<void> {
  const from = rsvpStatesBefore(to).filter((state) => state !== 'contributed');
  const again = to === 'opened' || to === 'invited' ? from : [...from, to];
  await RsvpModel.updateOne({ _id, status: { $in: again } }, { $set: { status: to, ...more } });
}

async function set({ _id }: StoredRsvp, fields: Partial<StoredRsvp>): Promise<void> {
  await RsvpModel.updateOne({ _id }, { $set: fields });
}

async function current(guest: StoredRsvp, event: EventRecord): Promise<StoredRsvp> {
  const now = (await RsvpModel.findById(guest._id).lean<StoredRsvp>()) ?? guest;
  announceGuest(now, event, guest);
  return now;
}

function announceGone(guest: StoredRsvp, event: EventRecord): void {
  emitToEvent(event.id, 'creator', 'rsvp:updated', { ...toRsvpDto(guest, event, 'guest'), isGone: true });
}
