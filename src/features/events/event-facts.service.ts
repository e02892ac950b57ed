import { hasLink } from '../../platform/mail/links.ts';
import { hostOf } from '../../shared/byline.ts';
import { closedBy } from '../../shared/collecting.ts';
import { CLIP } from '../../shared/limits.ts';
import { titleFor } from '../../shared/occasion-words.ts';
import type { EventRecord } from './find-events.service.ts';

/* Facts derived from an event's fields. */

/** Whether an event accepts no more clips. */
export function isClosed(event: EventRecord, now = new Date()): boolean {
  return closedBy(event, now) !== null;
}

/** First word of the creator's name, for texts; null without one, and for one that reads as a link. */
export function senderInText(event: Pick<EventRecord, 'creatorName'>): string | null {
  const host = hostOf(event);
  return host && !hasLink(host) ? host : null;
}

/** Whether the recipients have the gift, or may have heard of it. */
export function isGiven({ deliveredAt, openedAt }: Pick<EventRecord, 'deliveredAt' | 'openedAt'>): boolean {
  return deliveredAt !== null || openedAt !== null;
}

/** Title of the film on screens and in mails. */
export function titleOf(event: Pick<EventRecord, 'occasion' | 'occasionOther' | 'recipients'>): string {
  const names = event.recipients.map(({ firstName }) => firstName);
  return titleFor(event.occasion, names, event.occasionOther);
}

/** Maximum clip length in seconds; of a draft, at most the default. */
export function clipLimitOf({ ownership, maxClipLength }: Pick<EventRecord, 'ownership' | 'maxClipLength'>): number {
  return ownership === 'draft' ? Math.min(maxClipLength, CLIP.defaultMax) : maxClipLength;
}
