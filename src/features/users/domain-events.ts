import { domainEvent } from '../../platform/domain-events.ts';

/** A person goes by another first name, or by none: features that keep a copy take over the present one. */
export const firstNameChosen = domainEvent<{ userId: string }>('user.first-name-chosen');
