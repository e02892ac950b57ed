import type { EventStatus } from '../../shared/transitions.ts';
import { EventModel, type StoredEvent, Types } from './event.model.ts';

/* An event's part in publishing. All functions are idempotent. */

/** States in which a film can be made; a suspension must be lifted first. */
const PUBLISHABLE: readonly EventStatus[] = ['active', 'finalized', 'delivered'];

/** Moves an event to `finalizing`; false if it is there already or can't be published. */
export async function beginFinalizing(eventId: string): Promise<boolean> {
  for (const status of PUBLISHABLE) {
    const done = await EventModel.updateOne(
      { _id: eventId, status },
      { $set: { status: 'finalizing', statusBefore: status } },
    );
    if (done.modifiedCount === 1) return true;
  }
  return false;
}

/** Whether a film can be made of an event now. */
export function canPublish({ status }: { status: EventStatus }): boolean {
  return status === 'finalizing' || PUBLISHABLE.includes(status);
}

/** Makes a film current. */
export async function attachFilm(eventId: string, filmId: string): Promise<void> {
  await EventModel.updateOne({ _id: eventId }, { $set: { currentFilmId: new Types.ObjectId(filmId) } });
}

/**
 * Ends `finalizing` when no render is active: returns the event to collecting, to its film, or to delivered. Deleted
 * and suspended events stay. True if it changed.
 */
export async function settleEvent(eventId: string): Promise<boolean> {
  const event = await EventModel.findOne(
    { _id: eventId, status: { $in: ['finalizing', 'active'] } },
    { status: 1, currentFilmId: 1, deliveredAt: 1 },
  ).lean<Pick<StoredEvent, 'status' | 'currentFilmId' | 'deliveredAt'>>();
  if (!event) return false;
  const withFilm = event.deliveredAt ? 'delivered' : 'finalized';
  const status = event.currentFilmId ? withFilm : 'active';
  if (status === event.status) return false;
  const done = await EventModel.updateOne(
    { _id: eventId, status: event.status },
    { $set: { status, statusBefore: null } },
  );
  return done.modifiedCount === 1;
}

/** Ids of events with an active render, or whose render has just ended. */
export async function finalizingEvents(): Promise<string[]> {
  const found = await EventModel.find({ status: 'finalizing' }, { _id: 1 }).limit(200).lean();
  return found.map(({ _id }) => String(_id));
}

/** Reserves the number of the next film version. */
export async function nextFilmVersion(eventId: string): Promise<number> {
  const event = await EventModel.findByIdAndUpdate(
    eventId,
    { $inc: { filmVersions: 1 } },
    { returnDocument: 'after', projection: { filmVersions: 1 } },
  ).lean<Pick<StoredEvent, 'filmVersions'>>();
  return event?.filmVersions ?? 1;
}
