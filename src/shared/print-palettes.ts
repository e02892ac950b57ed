import { hasQuietWords, type OccasionType } from './occasions.ts';

/** Colours of what is printed, all `#rrggbb`. */
export interface Palette {
  paper: string;
  ink: string;
  /** Ground of frames. */
  ground: string;
  /** Of what is strewn on it. */
  bits: readonly [string, string, string];
}

const PAPER = '#fdfaf5';
const INK = '#38162e';

const PARTY: Palette = { paper: PAPER, ink: INK, ground: '#f7b83d', bits: ['#ee5b45', '#4d8fc4', '#fdfaf5'] };
const LOVE: Palette = { paper: PAPER, ink: '#4a1428', ground: '#f3b6b4', bits: ['#c8364a', '#fdfaf5', '#e9808a'] };
const SCHOOL: Palette = { paper: PAPER, ink: '#12304a', ground: '#91c5ea', bits: ['#f7b83d', '#fdfaf5', '#1c547e'] };
const GARDEN: Palette = { paper: PAPER, ink: '#153d2c', ground: '#96d5b2', bits: ['#2f7a56', '#fdfaf5', '#f7b83d'] };
const QUIET: Palette = { paper: PAPER, ink: '#33383f', ground: '#d9dcd6', bits: ['#8d9a94', '#fdfaf5', '#b8a892'] };

const OWN: Partial<Record<OccasionType, Palette>> = {
  anniversary: LOVE,
  wedding: LOVE,
  valentines: LOVE,
  babyshower: LOVE,
  school: SCHOOL,
  'teacher-appreciation': SCHOOL,
  graduation: SCHOOL,
  yearbook: SCHOOL,
  military: SCHOOL,
  business: SCHOOL,
  thankyou: GARDEN,
  retirement: GARDEN,
  mothers: GARDEN,
  fathers: GARDEN,
  holiday: GARDEN,
};

export function paletteOf(occasion: OccasionType): Palette {
  return OWN[occasion] ?? (hasQuietWords(occasion) ? QUIET : PARTY);
}
