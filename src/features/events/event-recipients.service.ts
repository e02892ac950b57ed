import type { UpdateQuery } from 'mongoose';
import { platform } from '../../platform/platform.ts';
import type { Recipient } from '../../shared/contracts/events.ts';
import { RECIPIENTS_MAX } from '../../shared/limits.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { requireChangeable } from './events.access.ts';
import { askForTitles } from './film-titles.service.ts';

/* Each is one atomic update, so that people added at the same time all stay. They throw as `requireChangeable` does. */

/** Adds a person; false where there is no room for one more. */
export async function appendRecipient(event: StoredEvent, person: Recipient): Promise<boolean> {
  const hasRoom = { [`recipients.${RECIPIENTS_MAX - 1}`]: { $exists: false } };
  return (await change(event, hasRoom, { $push: { recipients: person } })) !== null;
}

/** Changes fields of a person; null where the event is not for them. */
export async function changeRecipient(
  event: StoredEvent,
  id: string,
  fields: Partial<Omit<Recipient, 'id'>>,
): Promise<Recipient | null> {
  const $set = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`recipients.$.${name}`, value]));
  const before = await change(event, { 'recipients.id': id }, { $set });
  const known = before?.find((each) => each.id === id);
  return known ? { ...known, ...fields } : null;
}

/** Removes a person unless they are the last one; null where nobody was removed. */
export async function removeRecipient(event: StoredEvent, id: string): Promise<Recipient | null> {
  const hasOthers = { 'recipients.id': id, 'recipients.1': { $exists: true } };
  const before = await change(event, hasOthers, { $pull: { recipients: { id } } });
  return before?.find((each) => each.id === id) ?? null;
}

/** The recipients as they were before; null where the condition does not hold. */
async function change(
  event: StoredEvent,
  condition: Record<string, unknown>,
  update: UpdateQuery<StoredEvent>,
): Promise<Recipient[] | null> {
  requireChangeable(event);
  const before = await EventModel.findOneAndUpdate(
    { ...condition, _id: event._id, status: { $nin: ['deleted', 'suspended'] } },
    update,
  ).lean<StoredEvent>();
  if (!before) return null;
  const id = String(event._id);
  await askForTitles(id);
  platform().sockets.emitToEvent(id, 'creator', 'event:updated', { id });
  return before.recipients.map(({ id: personId, firstName, lastName = null, email = null, phone = null }) => ({
    id: personId,
    firstName,
    lastName,
    email,
    phone,
  }));
}
