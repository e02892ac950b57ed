import { AppError } from '../../platform/errors.ts';
import { creatorNameOf } from './creator-name.ts';
import { planDeadlineMails } from './deadline-mails.ts';
import { restoreEvent } from './delete-event.ts';
import { EventModel, type StoredEvent, Types } from './event.model.ts';
import { requireAhead } from './event-dates.ts';
import { toEventRecord } from './event-record.ts';
import { cutOffMakers, emitToEvent } from './event-sockets.service.ts';
import { requireChangeable } from './events.access.ts';
import { type EventRecord, findEvent } from './find-events.service.ts';
import { ownedBy } from './ownership.ts';

/* What admins change at somebody's event. */

/** Moves the deadline and opens the event for clips. FIELDS_REFUSED for a time that has passed, WRONG_STATE. */
export async function extendDeadline(event: EventRecord, deadline: string): Promise<EventRecord> {
  requireChangeable(event);
  requireAhead({ field: 'deadline', value: deadline });
  const stored = await EventModel.findOneAndUpdate(
    { _id: event.id, status: { $nin: ['deleted', 'suspended', 'archived'] } },
    { $set: { deadline: new Date(deadline), acceptsClips: true } },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (!stored) throw new AppError('WRONG_STATE', { message: 'This VidDay can’t be changed any more.' });
  const extended = toEventRecord(stored);
  await planDeadlineMails(extended);
  emitToEvent(event.id, 'everyone', 'event:updated', { id: event.id, deadline, isClosed: false, acceptsClips: true });
  return extended;
}

/** Makes another account its creator; the former one loses it at once. DUPLICATE for the creator, WRONG_STATE. */
export async function giveToAccount(event: EventRecord, user: { id: string; firstName: string }): Promise<EventRecord> {
  if (event.creatorId === user.id) throw new AppError('DUPLICATE', { message: 'This account made it.' });
  const stored = await EventModel.findOneAndUpdate(
    { _id: event.id, ownership: { $ne: 'draft' }, creatorId: event.creatorId && new Types.ObjectId(event.creatorId) },
    {
      $set: { ...ownedBy(user.id), creatorName: creatorNameOf(user) },
      $pull: { organiserIds: new Types.ObjectId(user.id) },
    },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (!stored) throw new AppError('WRONG_STATE', { message: 'Somebody else has just changed it. Have another look.' });
  cutOffMakers(event.id);
  return toEventRecord(stored);
}

/** Restores a deleted event. WRONG_STATE for any other, or after 30 days. */
export async function restoreForStaff(event: EventRecord): Promise<EventRecord> {
  await restoreEvent(event, 'admin');
  return (await findEvent(event.id)) ?? event;
}
