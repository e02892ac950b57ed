import type { EventRecord } from './find-events.service.ts';

/**
 * Placeholder for a deleted creator. Not null: null means that a browser's session owns the event, and the next user
 * who signs in there gets it.
 */
export const ORPHANED = '000000000000000000000000';

/** Whether an event's creator was deleted and it remains for its recipient only. */
export function isOrphaned({ creatorId }: Pick<EventRecord, 'creatorId'>): boolean {
  return creatorId === ORPHANED;
}
