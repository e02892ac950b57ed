import { domainEvent } from '../../platform/domain-events.ts';

/** A clip came in; repeated by retries. */
export const clipSent = domainEvent<{
  eventId: string;
  mediaId: string;
  /** Key of the invitation it came by; null without one. */
  invitation: string | null;
  /** Address it was sent under, lowercase; null without one. */
  email: string | null;
  /** Contributor key of its sender. */
  sender: string;
  /** The clip it replaces, or itself if it came back: whose guest had that one. Null for others. */
  former: string | null;
}>('clip.sent');

/** A clip was withdrawn or left out. */
export const clipRemoved = domainEvent<{ eventId: string; mediaId: string }>('clip.removed');

/** Clips of an event were added, changed or removed, beyond the progress of their preparation. */
export const clipsChanged = domainEvent<{ eventId: string }>('clips.changed');
