import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import type { Recipient } from '../../shared/contracts/events.ts';
import { RECIPIENTS_MAX } from '../../shared/limits.ts';
import { appendRecipient, changeRecipient, removeRecipient } from '../events/event-recipients.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';

/** Absent fields stay unchanged, null clears a field. */
interface GivenFields {
  firstName: string;
  lastName?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** LIMIT_REACHED at the maximum. */
export async function addPerson(
  event: EventRecord,
  { firstName, lastName = null, email = null, phone = null }: GivenFields,
): Promise<Recipient> {
  const person = { id: newUuid(), firstName, lastName, email, phone };
  if (await appendRecipient(event, person)) return person;
  throw new AppError('LIMIT_REACHED', { message: `A VidDay can be for up to ${RECIPIENTS_MAX} people.` });
}

/** NOT_FOUND if it is not a recipient of the event. */
export async function changePerson(event: EventRecord, id: string, fields: GivenFields): Promise<Recipient> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return (await changeRecipient(event, id, given)) ?? noSuchPerson();
}

/** NOT_FOUND if it is not a recipient of the event, WRONG_STATE for the last one. */
export async function removePerson(event: EventRecord, id: string): Promise<Recipient> {
  const removed = await removeRecipient(event, id);
  if (removed) return removed;
  if (!event.recipients.some((each) => each.id === id)) return noSuchPerson();
  throw new AppError('WRONG_STATE', { message: 'A VidDay is for someone. Add another person first.' });
}

function noSuchPerson(): never {
  throw new AppError('NOT_FOUND', { message: 'This VidDay is not for that person.' });
}
