import { domainEvent } from '../../platform/domain-events.ts';

/** Announcements on pages have changed. */
export const announcementsChanged = domainEvent<{ id: string }>('announcements.changed');
