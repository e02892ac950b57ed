import type { Rsvp } from '../../shared/contracts/rsvps.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { findInvitation } from './guest-rules.ts';
import { ReminderModel } from './reminder.model.ts';
import { toRsvpDto } from './rsvp.dto.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';

/** All guests of an event, oldest first, for its makers. */
export async function listGuests(event: EventRecord): Promise<Rsvp[]> {
  const guests = await RsvpModel.find({ eventId: event.id }).sort({ _id: 1 }).lean<StoredRsvp[]>();
  return guests.map((guest) => toRsvpDto(guest, event, 'maker'));
}

/** Who opened their own link, with the address that their form starts with. */
export interface Invited {
  rsvp: Rsvp;
  email: string | null;
}

/** The guest of an invitation's key on an event's page; null for a wrong one. */
export async function invitedBy(event: EventRecord, key: string | undefined): Promise<Invited | null> {
  const guest = await findInvitation(event, key);
  return guest && { rsvp: toRsvpDto(guest, event, 'guest'), email: guest.email ?? null };
}

/** Deletes the guest list of a purged event. */
export async function purgeGuestsOf(eventId: string): Promise<void> {
  await RsvpModel.deleteMany({ eventId });
  await ReminderModel.deleteOne({ _id: eventId });
}
