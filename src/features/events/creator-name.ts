import { findUser } from '../users/users.service.ts';
import { EventModel } from './event.model.ts';
import { tellMakers } from './event-sockets.service.ts';
import { ownedBy } from './ownership.ts';

/** Who an event is from, as guests and recipients read it. */
export function creatorNameOf({ firstName }: { firstName: string }): string | null {
  return firstName || null;
}

/**
 * Takes the first name that a person goes by now over to the events that they created; does not count as a change of
 * these. Idempotent.
 */
export async function takeOverName({ userId }: { userId: string }): Promise<void> {
  const owner = ownedBy(userId);
  // They may choose another one meanwhile: repeat until none is left.
  for (;;) {
    const user = await findUser(userId);
    if (!user) return;
    const creatorName = creatorNameOf(user);
    const found = await EventModel.find({ ...owner, creatorName: { $ne: creatorName } }, { _id: 1 }).lean();
    if (found.length === 0) return;
    const _id = { $in: found.map((event) => event._id) };
    await EventModel.updateMany({ ...owner, _id }, { $set: { creatorName } }, { timestamps: false });
    for (const event of found) tellMakers(String(event._id));
  }
}
