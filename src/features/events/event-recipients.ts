import type { UpdateQuery } from 'mongoose';
import { platform } from '../../platform/platform.ts';
import type { Recipient } from '../../shared/contracts/events.ts';
import { RECIPIENTS_MAX } from '../../shared/limits.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { requireChangeable, requireCreator } from './events.access.ts';
import { askForTitles } from './film-titles.ts';

/* Each is one atomic update, so that people added at the same time all stay. They throw as `requireCreator` and
`requireChangeable` do. */

/** Adds a person; false where there is no room for one more. */
export async function appendRecipient(eventId: string, person: Recipient, viewer: Viewer): Promise<boolean> {
  const hasRoom = { [`recipients.${RECIPIENTS_MAX - 1}`]: { $exists: false } };
  return (await change(eventId, viewer, hasRoom, { $push: { recipients: person } })) !== null;
}

/** Changes fields of a person; null where the event is not for them. */
export async function changeRecipient(
  eventId: string,
  id: string,
  fields: Partial<Omit<Recipient, 'id'>>,
  viewer: Viewer,
): Promise<Recipient | null> {
  const $set = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`recipients.$.${name}`, value]));
  const before = await change(eventId, viewer, { 'recipients.id': id }, { $set });
  const known = before?.find((each) => each.id === id);
  return known ? { ...known, ...fields } : null;
}

/** Removes a person unless they are the last one; null where nobody was removed. */
export async function removeRecipient(eventId: string, id: string, viewer: Viewer): Promise<Recipient | null> {
  const others = { 'recipients.id': id, 'recipients.1': { $exists: true } };
  const before = await change(eventId, viewer, others, { $pull: { recipients: { id } } });
  return before?.find((each) => each.id === id) ?? null;
}

/** The recipients as they were before; null where the condition does not hold. */
async function change(
  eventId: string,
  viewer: Viewer,
  condition: Record<string, unknown>,
  update: UpdateQuery<StoredEvent>,
): Promise<Recipient[] | null> {
  const event = await requireCreator(eventId, viewer);
  requireChangeable(event);
  const before = await EventModel.findOneAndUpdate(
    { ...condition, _id: event._id, status: { $nin: ['deleted', 'suspended'] } },
    update,
  ).lean<StoredEvent>();
  if (!before) return null;
  await askForTitles(String(event._id));
  platform().sockets.emitToEvent(String(event._id), 'creator', 'event:updated', { id: String(event._id) });
  return before.recipients.map(({ id, firstName, lastName = null, email = null, phone = null }) => ({
    id,
    firstName,
    lastName,
    email,
    phone,
  }));
}
