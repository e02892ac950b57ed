import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Event } from '../../shared/contracts/events.ts';
import { RESTORE_WINDOW } from '../../shared/limits.ts';
import type { Role } from '../../shared/permissions.ts';
import { statesBefore } from '../../shared/transitions.ts';
import { eventDeleted, eventPurged, eventRestored } from './domain-events.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { emitEventNews } from './event-news.ts';
import { toEventRecord } from './event-record.ts';
import { tellMakers } from './event-sockets.service.ts';
import type { EventRecord } from './find-events.service.ts';
import { present } from './view-event.service.ts';

/** Deletes an event; restorable for 30 days. */
export async function deleteEvent(event: EventRecord): Promise<{ id: string; deletedAt: string }> {
  const { id } = event;
  const deletedAt = new Date();
  const done = await EventModel.updateOne(
    { _id: id, status: event.status, $and: [{ status: { $in: statesBefore('deleted') } }] },
    {
      $set: {
        status: 'deleted',
        statusBefore: event.status,
        deletedAt,
        // A scheduled delivery must not be sent when the event is restored later.
        ...(event.deliveryId && { deliveryId: null, deliverAt: null }),
      },
    },
  );
  if (done.modifiedCount === 0) throw await notDeleted(id);
  tellMakers(id);
  await emitEventNews(eventDeleted, id);
  return { id, deletedAt: deletedAt.toISOString() };
}

/** Another page may have deleted it. */
async function notDeleted(id: string): Promise<AppError> {
  const isInBin = await EventModel.exists({ _id: id, status: 'deleted' });
  return new AppError('WRONG_STATE', {
    message: isInBin
      ? 'This VidDay is in the bin already.'
      : 'This VidDay can’t be deleted right now. Wait until its film is made.',
  });
}

/** Restores a deleted event to its previous state. */
export async function restoreEvent(event: EventRecord, role: Role): Promise<Event> {
  const restored = await EventModel.findOneAndUpdate(
    { _id: event.id, status: 'deleted', deletedAt: { $gt: new Date(Date.now() - RESTORE_WINDOW) } },
    { $set: { status: event.statusBefore ?? 'active', statusBefore: null, deletedAt: null } },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (!restored) throw new AppError('WRONG_STATE', { message: 'This VidDay is not in the bin.' });
  tellMakers(event.id);
  await emitEventNews(eventRestored, event.id);
  return present(toEventRecord(restored), role);
}

/**
 * Purges events deleted more than 30 days ago; other features purge their data first. An event stays until all have
 * succeeded, so that the next run can retry. Returns the number purged.
 */
export async function purgeDeletedEvents(now = Date.now()): Promise<number> {
  const isOver = { status: 'deleted' as const, deletedAt: { $lt: new Date(now - RESTORE_WINDOW) } };
  const found = await EventModel.find(isOver, { _id: 1 }).limit(100).lean();
  let purged = 0;
  for (const { _id } of found) {
    const eventId = String(_id);
    const failed = await eventPurged.emit({ eventId });
    for (const err of failed) platform().log.error({ err, eventId }, 'a deleted event could not be purged');
    if (failed.length > 0) continue;
    await EventModel.deleteOne({ _id, status: 'deleted' });
    purged++;
  }
  return purged;
}
