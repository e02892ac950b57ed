import { domainEvent } from '../../platform/domain-events.ts';

/** A line was hidden or taken back. */
export const entryGone = domainEvent<{ eventId: string; entryId: string }>('guestbook.entry-gone');
