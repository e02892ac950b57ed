import { domainEvent } from '../../platform/domain-events.ts';
import type { NewsFacts, NewsType } from '../../shared/contracts/notifications.ts';

/** An event was deleted: cancel its jobs. */
export const eventDeleted = domainEvent<{ eventId: string }>('event.deleted');

/** A deleted event was restored: resume its jobs. */
export const eventRestored = domainEvent<{ eventId: string }>('event.restored');

/** A deleted event is purged: delete its data. Repeated until every handler succeeds. */
export const eventPurged = domainEvent<{ eventId: string }>('event.purged');

/** A gift reached nobody, so it is not given after all. Repeated by retries. */
export const giftWithdrawn = domainEvent<{ eventId: string }>('event.gift-withdrawn');

/** It is time to ask a gift’s recipients for thanks: an hour, or a day, after it was opened. Repeated until it succeeds. */
export const thanksDue = domainEvent<{ eventId: string; turn: 'hour' | 'day' }>('event.thanks-due');

/** Something that the people who look after an event should hear of. Repeated by retries: `key` and `stamp` identify it. */
export const makersNews = domainEvent<MakersNews>('event.makers-news');

/** News of the same type and key replace each other if their stamps differ. Of gathered types, `key` is one of many. */
export interface MakersNews {
  eventId: string;
  type: NewsType;
  key: string;
  /** Default: none: it is news once. */
  stamp?: string;
  facts?: Omit<NewsFacts, 'count'>;
  /** Who did it, and needs no news of it: account, and address as they gave it. */
  by?: { userId?: string | null; email?: string | null };
}
