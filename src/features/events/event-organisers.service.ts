import { ORGANISERS_MAX } from '../../shared/limits.ts';
import { EventModel, Types } from './event.model.ts';
import type { EventRecord } from './find-events.service.ts';

/** Makes a user an organiser of an event; false at the maximum, or if it can't be changed. Idempotent. */
export async function joinOrganisers({ id }: Pick<EventRecord, 'id'>, userId: string): Promise<boolean> {
  const user = new Types.ObjectId(userId);
  const hasRoom = { $or: [{ organiserIds: user }, { [`organiserIds.${ORGANISERS_MAX - 1}`]: { $exists: false } }] };
  const done = await EventModel.updateOne(
    { _id: id, ownership: 'user', creatorId: { $ne: user }, status: { $nin: ['deleted', 'suspended'] }, ...hasRoom },
    { $addToSet: { organiserIds: user } },
  );
  return done.matchedCount === 1;
}

/** Ends a user's part in an event; the caller notifies open browsers and cuts them off. Idempotent. */
export async function leaveOrganisers({ id }: Pick<EventRecord, 'id'>, userId: string): Promise<void> {
  await EventModel.updateOne({ _id: id }, { $pull: { organiserIds: new Types.ObjectId(userId) } });
}
