import { Types } from 'mongoose';
import type { StoredEvent } from './event.model.ts';

/**
 * Stands in the place of a creator who has gone. Not null, which means that whoever prepared the event will own it: no
 * browser, and nobody who signs in there, must ever get hold of what somebody left behind.
 */
export const NOBODY = new Types.ObjectId('000000000000000000000000');

/** Whether an event's creator has gone, and it stays for its recipient alone. */
export function isNobodys(event: Pick<StoredEvent, 'creatorId'>): boolean {
  return event.creatorId != null && NOBODY.equals(event.creatorId);
}
