import { domainEvent } from '../../platform/domain-events.ts';

/** An account has another address: features that keep a copy of it take the new one. */
export const addressChanged = domainEvent<{ userId: string; before: string; after: string }>('address.changed');
