import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { newInvitationKey } from '../../platform/id.ts';
import { readNumber } from '../../platform/phone-number.ts';
import type { GuestInput, Rsvp } from '../../shared/contracts/rsvps.ts';
import { GUESTS_PER_EVENT } from '../../shared/limits.ts';
import type { RsvpAnswer } from '../../shared/rsvp-values.ts';
import { isClosed } from '../events/event-facts.service.ts';
import { markGuests } from '../events/event-guests.service.ts';
import { requireChangeable } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { clipsUnderAddress } from '../media/clips-of-guests.service.ts';
import { announceGuest, tellAnswer, toRsvpDto } from './rsvp.dto.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';
import { refusedAsRecipient } from './surprise-guard.service.ts';

/** Strangers who put themselves on a list: from one IP address, which may be a whole office or care home. */
const ofVisitor = createLimiter('guests-by-themselves', { points: 60, seconds: 3600 });

interface NotAdded {
  index: number;
  message: string;
}
export interface Added {
  added: Rsvp[];
  duplicates: NotAdded[];
  refused: NotAdded[];
}

/**
 * Adds people to the guest list. Those whose address or number is on it already, or is a recipient's, are left out;
 * FIELDS_REFUSED or DUPLICATE if there is only one. LIMIT_REACHED if they don't fit.
 */
export async function addGuests(event: EventRecord, people: readonly GuestInput[]): Promise<Added> {
  requireChangeable(event);
  await requireRoom(event, people.length);
  const known = await RsvpModel.find({ eventId: event.id }, { email: 1, phone: 1 }).lean<StoredRsvp[]>();
  const taken = new Set(known.flatMap(({ email, phone }) => [email, phone]).filter((each) => each != null));
  const clips = await clipsUnderAddress(event.id, new Set(people.flatMap(({ email }) => email ?? [])));
  const result: Added = { added: [], duplicates: [], refused: [] };
  const stored: Omit<StoredRsvp, '_id' | 'createdAt' | 'updatedAt'>[] = [];
  for (const [index, person] of people.entries()) {
    const fields = readGuest(event, person);
    if ('message' in fields) {
      result.refused.push({ index, message: fields.message });
      continue;
    }
    const contacts = [fields.email, fields.phone].filter((each) => each !== null);
    if (contacts.some((each) => taken.has(each))) {
      result.duplicates.push({ index, message: `${person.firstName} is on the list already.` });
      continue;
    }
    for (const each of contacts) taken.add(each);
    const mediaIds = (fields.email && clips.get(fields.email)) || [];
    stored.push(newGuest(event, { ...fields, mediaIds }));
  }
  if (people.length === 1) refuseSingle(event, people[0], result);
  await markGuests(event);
  const guests = await insertAll(stored);
  result.added.push(...guests.map((guest) => toRsvpDto(guest, event, 'maker')));
  // A board that doesn't know a guest reads the whole list, so one is enough.
  if (guests[0]) announceGuest(guests[0], event);
  return result;
}

/** Puts a visitor on the list, with their answer; the same browser again changes it. EVENT_CLOSED after the deadline. */
export async function joinByThemselves(
  event: EventRecord,
  { firstName, answer, note }: { firstName: string; answer: RsvpAnswer; note?: string | undefined },
  { sender, ip }: { sender: string; ip: string },
): Promise<Rsvp> {
  if (isClosed(event)) {
    throw new AppError('EVENT_CLOSED', { message: 'This VidDay doesn’t take clips any more.' });
  }
  const { isOver, secondsLeft } = await ofVisitor.count(addressKey(ip), event.id);
  if (isOver) throw tooMany(secondsLeft);
  const now = new Date();
  const said = { firstName, status: answer, answeredAt: now, note: note || null };
  const earlier = await answerAgain(event, sender, said);
  if (earlier) return earlier;
  await requireRoom(event, 1);
  await markGuests(event);
  const base = newGuest(event, { firstName, lastName: null, email: null, phone: null, note: null, mediaIds: [] });
  try {
    const created = await RsvpModel.create({ ...base, ...said, via: 'self', sender, invitedAt: now, openedAt: now });
    announceGuest(created.toObject(), event);
    await tellAnswer(created.toObject(), event);
    return toRsvpDto(created.toObject(), event, 'guest');
  } catch (error) {
    const twin = isDuplicateKey(error) ? await answerAgain(event, sender, said) : null;
    if (!twin) throw error;
    return twin;
  }
}

/** A browser's answer on the public page, if it gave one. */
export async function answerOfSender(event: EventRecord, senders: readonly string[]): Promise<Rsvp | null> {
  const found = await RsvpModel.findOne({ eventId: event.id, sender: { $in: senders } }).lean<StoredRsvp>();
  return found && toRsvpDto(found, event, 'guest');
}

async function answerAgain(event: EventRecord, sender: string, said: object): Promise<Rsvp | null> {
  const known = { eventId: event.id, sender };
  const changed =
    (await RsvpModel.findOneAndUpdate({ ...known, status: { $ne: 'contributed' } }, said, {
      returnDocument: 'after',
    }).lean<StoredRsvp>()) ?? (await RsvpModel.findOne(known).lean<StoredRsvp>());
  if (changed) {
    announceGuest(changed, event);
    await tellAnswer(changed, event);
  }
  return changed && toRsvpDto(changed, event, 'guest');
}

export interface GuestFields {
  firstName: string;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  note: string | null;
}

/** Contact details as they are stored, or why they are refused. */
export function readGuest(event: EventRecord, person: GuestInput): GuestFields | { field: string; message: string } {
  const { firstName, lastName, email, note } = person;
  const phone = person.phone ? readNumber(person.phone) : null;
  if (person.phone && phone === null) {
    return { field: 'phone', message: 'This number can’t be called. Start with + and the country code.' };
  }
  const isRecipients = refusedAsRecipient(event, { email, phone });
  if (isRecipients) return isRecipients;
  return { firstName, lastName: lastName ?? null, email: email ?? null, phone, note: note || null };
}

function newGuest(event: EventRecord, fields: GuestFields & { mediaIds: readonly string[] }) {
  const isIn = fields.mediaIds.length > 0;
  return {
    eventId: new Types.ObjectId(event.id),
    key: newInvitationKey(),
    status: isIn ? ('contributed' as const) : ('invited' as const),
    progress: isIn ? ('sent' as const) : ('none' as const),
    contributedAt: isIn ? new Date() : null,
    ...fields,
    mediaIds: fields.mediaIds.map((id) => new Types.ObjectId(id)),
    via: null,
    sender: null,
    timeZone: null,
    invitedAt: null,
    lastNudgedAt: null,
    lastNudgedVia: null,
    nudges: 0,
    before: null,
    pending: null,
    reminded: [],
    openedAt: null,
    answeredAt: null,
    goneIds: [],
    muted: false,
    mutedByClip: false,
    bounce: null,
  };
}

/** Inserts all; those that somebody else added at the same moment are left to them. */
async function insertAll(guests: readonly object[]): Promise<StoredRsvp[]> {
  if (guests.length === 0) return [];
  const ids = guests.map(() => new Types.ObjectId());
  try {
    await RsvpModel.insertMany(
      guests.map((guest, at) => ({ ...guest, _id: ids[at] })),
      { ordered: false },
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return RsvpModel.find({ _id: { $in: ids } })
    .sort({ _id: 1 })
    .lean<StoredRsvp[]>();
}

async function requireRoom(event: EventRecord, more: number): Promise<void> {
  if ((await RsvpModel.countDocuments({ eventId: event.id })) + more <= GUESTS_PER_EVENT) return;
  throw new AppError('LIMIT_REACHED', { message: `A guest list takes up to ${GUESTS_PER_EVENT} people.` });
}

function refuseSingle(event: EventRecord, person: GuestInput | undefined, { refused, duplicates }: Added): void {
  const read = person && readGuest(event, person);
  if (refused[0] && read && 'field' in read) {
    throw new AppError('FIELDS_REFUSED', { message: read.message, fields: { [read.field]: read.message } });
  }
  if (duplicates[0]) throw new AppError('DUPLICATE', { message: duplicates[0].message });
}
