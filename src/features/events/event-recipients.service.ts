import { isDeepStrictEqual } from 'node:util';
import type { UpdateQuery } from 'mongoose';
import type { Recipient } from '../../shared/contracts/events.ts';
import { RECIPIENTS_MAX } from '../../shared/limits.ts';
import { promptsAfter } from '../../shared/occasion-words.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { toEventRecord } from './event-record.ts';
import { tellMakers } from './event-sockets.service.ts';
import { requireChangeable } from './events.access.ts';
import { askForTitles } from './film-titles.service.ts';
import type { EventRecord } from './find-events.service.ts';

/* People change by one atomic update, so that concurrent additions all succeed. They throw like `requireChangeable`. */

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
  await renamePrompts(before);
  await askForTitles(event.id);
  tellMakers(event.id);
  return toEventRecord(before).recipients;
}

/** Suggested prompts name the recipients; those that somebody writes meanwhile stay as they are. */
async function renamePrompts(before: StoredEvent): Promise<void> {
  const after = await EventModel.findById(before._id, { recipients: 1, occasion: 1 }).lean<StoredEvent>();
  if (!after) return;
  const prompts = promptsAfter(before, after, before.prompts);
  if (isDeepStrictEqual(prompts, before.prompts)) return;
  const { modifiedCount } = await EventModel.updateOne(
    { _id: before._id, prompts: before.prompts },
    { $set: { prompts } },
  );
  // Somebody who was added meanwhile found the earlier ones.
  if (modifiedCount > 0) await renamePrompts({ ...before, ...after, prompts });
}
