import { domainEvent } from '../../platform/domain-events.ts';

/** A person goes by this first name from now on, perhaps an empty one: features that keep a copy take it over. */
export const firstNameChosen = domainEvent<{ userId: string; firstName: string }>('user.first-name-chosen');
