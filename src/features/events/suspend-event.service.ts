import { AppError } from '../../platform/errors.ts';
import { statesBefore } from '../../shared/transitions.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { settleEvent } from './event-film.service.ts';
import { toEventRecord } from './event-record.ts';
import { tellMakers } from './event-sockets.service.ts';
import type { EventRecord } from './find-events.service.ts';

/** Without `deleted`: a suspended event comes back from the bin as suspended, and nothing else in it is suspended. */
const SUSPENDABLE = statesBefore('suspended').filter((status) => status !== 'deleted');

/**
 * Closes an event to everybody but staff; its makers see why. Its clips stay, and a planned gift waits. Idempotent.
 * WRONG_STATE for a deleted one.
 * @param why in words for its makers
 */
export async function suspendEvent(event: EventRecord, why: string): Promise<EventRecord> {
  const from = event.status === 'finalizing' ? (event.statusBefore ?? 'active') : event.status;
  const suspended = await EventModel.findOneAndUpdate(
    { _id: event.id, status: event.status, $and: [{ status: { $in: SUSPENDABLE } }] },
    { $set: { status: 'suspended', suspension: { from, at: new Date(), why } } },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (suspended) {
    tellMakers(event.id);
    return toEventRecord(suspended);
  }
  const now = await reread(event.id);
  if (now?.status === 'suspended') return now;
  if (now && now.status !== event.status) return suspendEvent(now, why);
  throw deletedAlready();
}

/** A deleted event can't be suspended. */
export function deletedAlready(): AppError {
  return new AppError('WRONG_STATE', { message: 'This VidDay is deleted: nobody sees it.' });
}

/** Opens a suspended event again, in the state that it had. WRONG_STATE for others. */
export async function liftSuspension(event: EventRecord): Promise<EventRecord> {
  const status = event.suspension?.from ?? event.statusBefore ?? 'active';
  const lifted = await EventModel.updateOne(
    { _id: event.id, status: 'suspended' },
    { $set: { status, suspension: null } },
  );
  if (lifted.modifiedCount === 0) throw new AppError('WRONG_STATE', { message: 'This VidDay isn’t suspended.' });
  // A film may have been finished meanwhile.
  await settleEvent(event.id);
  tellMakers(event.id);
  return (await reread(event.id)) ?? event;
}

async function reread(id: string): Promise<EventRecord | null> {
  return toEventRecord(await EventModel.findById(id).lean<StoredEvent>());
}
