import type { EventRecord } from './find-events.service.ts';

/**
 * Stands in the place of a creator who has gone. Not null, which means that whoever prepared the event will own it: no
 * browser, and nobody who signs in there, may ever get hold of what somebody left behind.
 */
export const ORPHANED = '000000000000000000000000';

/** Whether an event's creator has gone, and it stays for its recipient alone. */
export function isOrphaned({ creatorId }: Pick<EventRecord, 'creatorId'>): boolean {
  return creatorId === ORPHANED;
}
