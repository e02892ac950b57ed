import { domainEvent } from '../../platform/domain-events.ts';

/** Somebody asked for their account to be deleted, in 30 days: stop what costs them money. */
export const deletionAsked = domainEvent<{ userId: string }>('deletion.asked');
