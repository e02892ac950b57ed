import { firstLight, theLongRoad } from './pieces/hopeful.ts';
import { confettiHour, kitchenRadio } from './pieces/joyful.ts';
import { pocketParade, stampsAndString } from './pieces/playful.ts';
import { candleHour, stillWater } from './pieces/quiet.ts';
import { handInHand, lettersHome } from './pieces/tender.ts';
import { paperLanterns, porchLight } from './pieces/warm.ts';
import type { Piece } from './score.ts';

/** The pieces by the id of their track. */
export const PIECES = {
  'paper-lanterns': paperLanterns,
  'porch-light': porchLight,
  'confetti-hour': confettiHour,
  'kitchen-radio': kitchenRadio,
  'hand-in-hand': handInHand,
  'letters-home': lettersHome,
  'still-water': stillWater,
  'candle-hour': candleHour,
  'stamps-and-string': stampsAndString,
  'pocket-parade': pocketParade,
  'the-long-road': theLongRoad,
  'first-light': firstLight,
} as const satisfies Record<string, () => Piece>;

export type PieceName = keyof typeof PIECES;
