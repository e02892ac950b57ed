import { part } from '../../platform/part.ts';

/** Invitations of guests, as far as clips need them. */
export interface GuestInvitations {
  /** Whether the key is one of a guest of this event. */
  isFor(eventId: string, key: string): Promise<boolean>;
}

/** Songs, whose files are uploads too. */
export const storedTracks = part<{ has(trackId: string): Promise<boolean> }>('stored tracks');

export const guestInvitations = part<GuestInvitations>('invitations of guests', ['web']);
