import { isKeyOf } from './known-values.ts';
import type { OccasionType } from './occasions.ts';

/** What is printed on a paper. */
export type PaperPrint =
  | 'confetti'
  | 'sprig'
  | 'stripe'
  | 'star'
  | 'scallop'
  | 'wave'
  | 'check'
  | 'laid'
  | 'heart'
  | 'herringbone'
  | 'cap'
  | 'pomegranate';

/** Wrapping paper of an occasion: two OKLCH hues with chromas, and a print; the values of the pages' tokens. */
export type Paper = readonly [h1: number, c1: number, h2: number, c2: number, print: PaperPrint];

const PAPERS: Readonly<Record<OccasionType, Paper>> = {
  birthday: [80, 0.145, 240, 0.1, 'confetti'],
  other: [165, 0.075, 80, 0.14, 'scallop'],
  anniversary: [10, 0.075, 80, 0.13, 'scallop'],
  thankyou: [155, 0.08, 25, 0.13, 'sprig'],
  school: [235, 0.07, 80, 0.14, 'check'],
  'teacher-appreciation': [125, 0.1, 25, 0.15, 'sprig'],
  graduation: [258, 0.07, 85, 0.14, 'cap'],
  yearbook: [40, 0.09, 200, 0.08, 'check'],
  business: [220, 0.04, 250, 0.09, 'stripe'],
  recognition: [92, 0.12, 40, 0.13, 'star'],
  military: [120, 0.06, 65, 0.09, 'star'],
  retirement: [205, 0.075, 60, 0.13, 'stripe'],
  farewell: [60, 0.1, 215, 0.09, 'wave'],
  wedding: [25, 0.035, 150, 0.06, 'sprig'],
  mothers: [350, 0.08, 130, 0.1, 'sprig'],
  fathers: [72, 0.05, 252, 0.09, 'herringbone'],
  congratulations: [30, 0.1, 90, 0.15, 'confetti'],
  valentines: [12, 0.1, 25, 0.17, 'heart'],
  getwell: [102, 0.12, 150, 0.1, 'wave'],
  memorial: [130, 0.018, 300, 0.02, 'laid'],
  babyshower: [180, 0.055, 75, 0.12, 'scallop'],
  barmitzvah: [222, 0.06, 22, 0.13, 'pomegranate'],
  batmitzvah: [320, 0.06, 80, 0.13, 'star'],
  holiday: [160, 0.07, 28, 0.16, 'star'],
};

/** Default: the paper of `other`. */
export function paperOf(occasion: string): Paper {
  return isKeyOf(PAPERS, occasion) ? PAPERS[occasion] : PAPERS.other;
}
