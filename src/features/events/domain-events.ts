import { domainEvent } from '../../platform/domain-events.ts';

/** An event was deleted: cancel its jobs. */
export const eventDeleted = domainEvent<{ eventId: string }>('event.deleted');

/** A deleted event was restored: resume its jobs. */
export const eventRestored = domainEvent<{ eventId: string }>('event.restored');

/** A deleted event is purged: delete its data. Repeated until every handler succeeds. */
export const eventPurged = domainEvent<{ eventId: string }>('event.purged');
