import { domainEvent } from '../../platform/domain-events.ts';

/** A person has saved their first name, perhaps the same or none: features that keep a copy take over the present one. */
export const firstNameChosen = domainEvent<{ userId: string }>('user.first-name-chosen');
