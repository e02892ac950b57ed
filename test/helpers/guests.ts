import type { Event } from '../../src/shared/contracts/events.ts';
import { addRsvps, type GuestInput, listRsvps, type Rsvp } from '../../src/shared/contracts/rsvps.ts';
import type { Visitor } from './user.ts';

/** Puts people on an event's guest list. */
export function invite(creator: Visitor, event: Pick<Event, 'id'>, ...people: Partial<GuestInput>[]): Promise<Rsvp[]> {
  const named = people.map((person, at) => ({ firstName: `Guest ${at + 1}`, ...person }));
  return creator.call(addRsvps, { body: { event: event.id, people: named } });
}

/** The guest as the organiser sees them now. */
export async function guestNow(creator: Visitor, { id, eventId }: Rsvp): Promise<Rsvp> {
  const found = (await creator.call(listRsvps, { params: { id: eventId } })).find((each) => each.id === id);
  if (!found) throw new Error('This guest is gone');
  return found;
}

/** The key in a guest's own link. */
export function keyOf({ link = '' }: Rsvp): string {
  return new URL(link).searchParams.get('i') ?? '';
}

/** A time zone in which it is about this hour now, so that no test depends on when it runs. */
export function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
