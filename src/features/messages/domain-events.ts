import { domainEvent } from '../../platform/domain-events.ts';

/** What every page shows at its top was changed. */
export const announcementsChanged = domainEvent<{ id: string }>('announcements.changed');
