import { part } from '../../platform/part.ts';

/** Clips, as far as codes need them. */
export interface AcceptedClips {
  /** Whether a clip of this contributor is ready in the event. */
  has(eventId: string, contributorKey: string): Promise<boolean>;
}

export const acceptedClips = part<AcceptedClips>('accepted clips', ['web']);
