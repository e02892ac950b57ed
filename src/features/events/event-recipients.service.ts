import type { UpdateQuery } from 'mongoose';
import type { Recipient } from '../../shared/contracts/events.ts';
import { RECIPIENTS_MAX } from '../../shared/limits.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { promptsWithNames } from './event-changes.ts';
import { toEventRecord } from './event-record.ts';
import { tellMakers } from './event-sockets.service.ts';
import { requireChangeable } from './events.access.ts';
import { askForTitles } from './film-titles.service.ts';
import type { EventRecord } from './find-events.service.ts';

/* Each is one atomic update, so that concurrent additions all succeed. They throw like `requireChangeable`. */

/** Adds a recipient; false at the maximum. */
export async function appendRecipient(event: EventRecord, person: Recipient): Promise<boolean> {
  const hasRoom = { [`recipients.${RECIPIENTS_MAX - 1}`]: { $exists: false } };
  return (await change(event, hasRoom, { $push: { recipients: person } })) !== null;
}

/** Changes a recipient; null if it is not a recipient of the event. */
export async function changeRecipient(
  event: EventRecord,
  id: string,
  fields: Partial<Omit<Recipient, 'id'>>,
): Promise<Recipient | null> {
  const $set = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`recipients.$.${name}`, value]));
  const before = await change(event, { 'recipients.id': id }, { $set });
  const known = before?.find((each) => each.id === id);
  return known ? { ...known, ...fields } : null;
}

/** Removes a recipient except the last one; null if none was removed. */
export async function removeRecipient(event: EventRecord, id: string): Promise<Recipient | null> {
  const hasOthers = { 'recipients.id': id, 'recipients.1': { $exists: true } };
  const before = await change(event, hasOthers, { $pull: { recipients: { id } } });
  return before?.find((each) => each.id === id) ?? null;
}

/** Suggested questions name the recipients as they are now. */
async function renamePrompts(before: EventRecord): Promise<void> {
  const now = await EventModel.findById(before.id, { recipients: 1 }).lean<StoredEvent>();
  const $set = promptsWithNames(before, now?.recipients ?? before.recipients);
  // Somebody may have written others meanwhile.
  if ($set.prompts) await EventModel.updateOne({ _id: before.id, prompts: before.prompts }, { $set });
}

/** The recipients before the change; null if the condition does not hold. */
async function change(
  event: EventRecord,
  condition: Record<string, unknown>,
  update: UpdateQuery<StoredEvent>,
): Promise<Recipient[] | null> {
  requireChangeable(event);
  const before = await EventModel.findOneAndUpdate(
    { ...condition, _id: event.id, status: { $nin: ['deleted', 'suspended'] } },
    update,
  ).lean<StoredEvent>();
  if (!before) return null;
  await renamePrompts(toEventRecord(before));
  await askForTitles(event.id);
  tellMakers(event.id);
  return toEventRecord(before).recipients;
}
