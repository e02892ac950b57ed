import { part } from '../../platform/part.ts';

/** Both sides of a postcard, of the feature with that name. */
export interface CardArt {
  /** At 300 dots an inch, with bleed; null for a card that can’t be printed any more. */
  sidesOf(postcardId: string): Promise<{ front: Buffer; back: Buffer } | null>;
}

export const cardArt = part<CardArt>('card art');
