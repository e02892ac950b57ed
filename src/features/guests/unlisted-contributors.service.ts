import type { EventRecord } from '../events/find-events.service.ts';
import { contributorsWithAddress } from '../media/clips-of-guests.service.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';

/** People who sent a clip with an address that nobody on the guest list has, each once; addresses are lowercase. */
export async function unlistedContributors(event: EventRecord): Promise<{ name: string; email: string }[]> {
  const [people, listed] = await Promise.all([
    contributorsWithAddress(event.id),
    RsvpModel.find({ eventId: event.id }, { email: 1 }).lean<Pick<StoredRsvp, 'email'>[]>(),
  ]);
  const emails = new Set(listed.map(({ email }) => email));
  return people.filter(({ email }) => !emails.has(email));
}
