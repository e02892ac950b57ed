/** The card of printers in the United States, 4 x 6 inch with an eighth of an inch of bleed: pixels at 300 an inch. */
export const CARD = { width: 1875, height: 1275, dotsPerInch: 300, bleed: 37.5 } as const;

/** What is certain to be on the card once it is cut. */
export const SAFE = { width: 1762, height: 1162, x: 56, y: 56 } as const;

/** How the message is written. */
export const HANDS = {
  pen: 'Handwriting',
  script: 'Fountain pen',
  letterpress: 'Letterpress',
  typewriter: 'Typewriter',
} as const;
export type Hand = keyof typeof HANDS;

export const CARD_SIDES = ['front', 'back'] as const;
export type CardSide = (typeof CARD_SIDES)[number];

export const POSTCARD_STATUSES = ['draft', 'paid', 'sent', 'printing', 'mailed', 'delivered', 'failed'] as const;

/** Of a picture: larger by `zoom`, and which part of it is seen, 0 to 1 from its left and its top. */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

export const WHOLE_PICTURE: Crop = { x: 0.5, y: 0.5, zoom: 1 };
