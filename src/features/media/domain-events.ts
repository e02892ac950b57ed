import { domainEvent } from '../../platform/domain-events.ts';

/** Clips of an event were added, changed or removed, beyond the progress of their preparation. */
export const clipsChanged = domainEvent<{ eventId: string }>('clips.changed');
