import { CLIP } from '../../shared/limits.ts';
import type { StoredEvent } from './event.model.ts';

/** Marks the jobs that are about an event, so that they are cancelled with it. */
export function eventTag(eventId: string): string {
  return `event:${eventId}`;
}

/** Whose turn a job about this event is: events take turns, and so do owners, however many events they have. */
export function workGroups(event: Pick<StoredEvent, '_id' | 'creatorId'>): string[] {
  const own = eventTag(String(event._id));
  return [event.creatorId ? `owner:${String(event.creatorId)}/${own}` : own];
}

/** Longest clip in seconds: without an owner, never more than the default. */
export function clipLimitOf({ creatorId, maxClipLength }: Pick<StoredEvent, 'creatorId' | 'maxClipLength'>): number {
  return creatorId ? maxClipLength : Math.min(maxClipLength, CLIP.defaultMax);
}
