import { domainEvent } from '../../platform/domain-events.ts';

/** An event was deleted: what is being made of it is stopped. */
export const eventDeleted = domainEvent<{ eventId: string }>('event.deleted');

/** A deleted event was brought back: what was stopped goes on. */
export const eventRestored = domainEvent<{ eventId: string }>('event.restored');

/** A deleted event's time in the bin is over: whoever holds anything of it deletes that. Repeated until nobody fails. */
export const eventPurged = domainEvent<{ eventId: string }>('event.purged');
