import { closedBy } from '../../shared/collecting.ts';
import { CLIP } from '../../shared/limits.ts';
import { titleFor } from '../../shared/occasion-words.ts';
import type { EventRecord } from './find-events.service.ts';

/* What follows from the fields of an event. */

/** Whether an event takes no more clips. */
export function isClosed(event: EventRecord, now = new Date()): boolean {
  return closedBy(event, now) !== null;
}

/** What the film is called on every screen and in its mails. */
export function titleOf(event: Pick<EventRecord, 'occasion' | 'occasionOther' | 'recipients'>): string {
  const names = event.recipients.map(({ firstName }) => firstName);
  return titleFor(event.occasion, names, event.occasionOther);
}

/** Longest clip in seconds: without an owner, never more than the default. */
export function clipLimitOf({ creatorId, maxClipLength }: Pick<EventRecord, 'creatorId' | 'maxClipLength'>): number {
  return creatorId ? maxClipLength : Math.min(maxClipLength, CLIP.defaultMax);
}
