import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import type { Recipient } from '../../shared/contracts/events.ts';
import { RECIPIENTS_MAX } from '../../shared/limits.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { appendRecipient, changeRecipient, findEvent, removeRecipient } from '../events/events.service.ts';

/** Fields that a body gives; one that is absent stays as it is, null clears it. */
interface GivenFields {
  firstName: string;
  lastName?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** LIMIT_REACHED for one too many. */
export async function addPerson(
  eventId: string,
  { firstName, lastName = null, email = null, phone = null }: GivenFields,
  viewer: Viewer,
): Promise<Recipient> {
  const person = { id: newUuid(), firstName, lastName, email, phone };
  if (await appendRecipient(eventId, person, viewer)) return person;
  throw new AppError('LIMIT_REACHED', { message: `A VidDay can be for up to ${RECIPIENTS_MAX} people.` });
}

/** NOT_FOUND for somebody whom the event is not for. */
export async function changePerson(
  eventId: string,
  id: string,
  fields: GivenFields,
  viewer: Viewer,
): Promise<Recipient> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return (await changeRecipient(eventId, id, given, viewer)) ?? noSuchPerson();
}

/** NOT_FOUND for somebody whom the event is not for, WRONG_STATE for the last one. */
export async function removePerson(eventId: string, id: string, viewer: Viewer): Promise<Recipient> {
  const removed = await removeRecipient(eventId, id, viewer);
  if (removed) return removed;
  const isLast = (await findEvent(eventId))?.recipients.some((each) => each.id === id);
  if (!isLast) return noSuchPerson();
  throw new AppError('WRONG_STATE', { message: 'A VidDay is for somebody. Add another person first.' });
}

function noSuchPerson(): never {
  throw new AppError('NOT_FOUND', { message: 'This VidDay is not for that person.' });
}
