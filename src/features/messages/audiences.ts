import type { Audience } from '../../shared/contracts/broadcasts.ts';
import { makersAmong } from '../events/event-guests.service.ts';
import { type AddressedUser, confirmedUsers } from '../users/confirmed-users.service.ts';

/** Accounts read at a time. */
const BATCH = 200;

interface Part {
  people: AddressedUser[];
  /** Id of the last account that was looked at; null at the end. */
  after: string | null;
}

/** The next people of an audience, by the age of their accounts. */
export async function nextOf(audience: Audience, after: string | null): Promise<Part> {
  const users = await confirmedUsers(after, BATCH);
  const end = users.length < BATCH ? null : (users.at(-1)?.id ?? null);
  if (audience === 'staff') return { people: users.filter(({ role }) => role !== 'user'), after: end };
  if (audience === 'everybody') return { people: users, after: end };
  const makers = await makersAmong(users.map(({ id }) => id));
  return { people: users.filter(({ id }) => makers.has(id)), after: end };
}

/** How many people an audience has now. */
export async function sizeOf(audience: Audience): Promise<number> {
  let size = 0;
  for (let after: string | null = null, isOver = false; !isOver; isOver = after === null) {
    const part: Part = await nextOf(audience, after);
    size += part.people.length;
    after = part.after;
  }
  return size;
}
