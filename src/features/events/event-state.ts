import { AppError } from '../../platform/errors.ts';
import { RESTORE_WINDOW } from '../../shared/limits.ts';
import { type EventStatus, statesBefore } from '../../shared/transitions.ts';
import { EventModel, type StoredEvent, Types } from './event.model.ts';

/** Appends a clip to the timeline; doing it twice changes nothing. */
export async function appendToTimeline(eventId: string, mediaId: string): Promise<void> {
  await EventModel.updateOne({ _id: eventId }, { $addToSet: { order: new Types.ObjectId(mediaId) } });
}

/**
 * Puts the clips of the timeline that are named into the given order; those that are not (in the bin, or come meanwhile)
 * keep their places. Answers all ids in their new order.
 */
export async function arrangeTimeline(eventId: string, mediaIds: readonly string[]): Promise<string[]> {
  return changeOrder(eventId, (before) => {
    const known = new Set(before);
    const named = [...new Set(mediaIds)].filter((id) => known.has(id));
    const isNamed = new Set(named);
    let next = 0;
    return before.map((id) => (isNamed.has(id) ? (named[next++] ?? id) : id));
  });
}

/** Puts a clip before another (whose place it takes), or at the end. Retries when another order came between. */
export async function placeInTimeline(
  eventId: string,
  mediaId: string,
  place: { before: string } | 'end',
): Promise<void> {
  await changeOrder(eventId, (before) => {
    const others = before.filter((id) => id !== mediaId);
    const found = place === 'end' ? -1 : others.indexOf(place.before);
    const index = found < 0 ? others.length : found;
    return [...others.slice(0, index), mediaId, ...others.slice(index)];
  });
}

/** Changes the order as it stands, and again where somebody else changed it meanwhile. */
async function changeOrder(eventId: string, change: (before: string[]) => string[]): Promise<string[]> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const event = await EventModel.findById(eventId, { order: 1 }).lean<Pick<StoredEvent, 'order'>>();
    if (!event) return [];
    const order = change(event.order.map(String));
    const done = await EventModel.updateOne(
      { _id: eventId, order: event.order },
      { $set: { order: order.map((id) => new Types.ObjectId(id)) } },
    );
    if (done.matchedCount === 1) return order;
  }
  throw new AppError('WRONG_STATE', { message: 'Someone else was changing the order. Please try again.' });
}

/** Moves an event into a state its present one may lead to; false when it may not. Remembers where it came from. */
export async function moveEvent(
  eventId: string,
  to: EventStatus,
  changes: Record<string, unknown> = {},
  from: readonly EventStatus[] = statesBefore(to),
): Promise<boolean> {
  for (const status of from) {
    const done = await EventModel.updateOne(
      { _id: eventId, status },
      { $set: { ...changes, status: to, statusBefore: status } },
    );
    if (done.modifiedCount === 1) return true;
  }
  return false;
}

/** Ids of events of which a film is being made, or was when its render ended. */
export async function finalizingEvents(): Promise<string[]> {
  const found = await EventModel.find({ status: 'finalizing' }, { _id: 1 }).limit(200).lean();
  return found.map(({ _id }) => String(_id));
}

/**
 * Where an event belongs that no film is being made of: to its contributors, to its film if it has one, to its recipient if
 * it was delivered. Events that are put away stay where they are. Bears repetition; true where it changed something.
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

/** What was opened was given, whoever handed it over. In steps that may be repeated, as a crash may come between. */
export async function markGivenByOpening(eventId: string): Promise<void> {
  const opened = { _id: eventId, openedAt: { $ne: null } };
  await EventModel.updateOne({ ...opened, deliveredAt: null }, { $set: { deliveredAt: new Date() } });
  await EventModel.updateOne(
    { ...opened, status: 'finalized' },
    { $set: { status: 'delivered', statusBefore: 'finalized' } },
  );
}

/** The number of the next version of the film. */
export async function nextFilmVersion(eventId: string): Promise<number> {
  const event = await EventModel.findByIdAndUpdate(
    eventId,
    { $inc: { filmVersions: 1 } },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  return event?.filmVersions ?? 1;
}

/** Events whose time in the bin is over. */
export async function eventsToPurge(now = Date.now()): Promise<string[]> {
  const found = await EventModel.find(
    { status: 'deleted', deletedAt: { $lt: new Date(now - RESTORE_WINDOW) } },
    { _id: 1 },
  )
    .limit(100)
    .lean();
  return found.map((event) => String(event._id));
}

/** Forgets an event for good; what hangs on it must be gone before. */
export async function forgetEvent(eventId: string): Promise<void> {
  await EventModel.deleteOne({ _id: eventId, status: 'deleted' });
}

export async function setCurrentFilm(eventId: string, filmId: string): Promise<void> {
  await EventModel.updateOne({ _id: eventId }, { $set: { currentFilmId: new Types.ObjectId(filmId) } });
}
