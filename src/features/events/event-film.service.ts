import type { EventStatus } from '../../shared/transitions.ts';
import { EventModel, type StoredEvent, Types } from './event.model.ts';

/* An event's part in publishing. Each verb may be repeated after a crash. */

/** States in which a film can be made; a suspension must be lifted first. */
const PUBLISHABLE: readonly EventStatus[] = ['active', 'finalized', 'delivered'];

/** Moves an event to `finalizing`; false where it is there already, or may not be published. */
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

/** Makes a film the one that people see. */
export async function attachFilm(eventId: string, filmId: string): Promise<void> {
  await EventModel.updateOne({ _id: eventId }, { $set: { currentFilmId: new Types.ObjectId(filmId) } });
}

/**
 * Ends `finalizing` for an event that no film is being made of: it goes back to its contributors, to its film if it has one, to its
 * recipient if it was delivered. Events that are put away stay where they are. True where it changed something.
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

/** Ids of events of which a film is being made, or was when its render ended. */
export async function finalizingEvents(): Promise<string[]> {
  const found = await EventModel.find({ status: 'finalizing' }, { _id: 1 }).limit(200).lean();
  return found.map(({ _id }) => String(_id));
}

/** Takes the number of the next version of the film. */
export async function nextFilmVersion(eventId: string): Promise<number> {
  const event = await EventModel.findByIdAndUpdate(
    eventId,
    { $inc: { filmVersions: 1 } },
    { returnDocument: 'after', projection: { filmVersions: 1 } },
  ).lean<Pick<StoredEvent, 'filmVersions'>>();
  return event?.filmVersions ?? 1;
}
