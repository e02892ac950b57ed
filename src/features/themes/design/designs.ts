import { bold, confetti } from './bright-designs.ts';
import { chalk } from './chalk-design.ts';
import { wall, waves } from './crowd-designs.ts';
import { night, winter } from './evening-designs.ts';
import { homeMovie } from './film-design.ts';
import { garden } from './garden-design.ts';
import { marquee } from './marquee-design.ts';
import { letter, postcards, scrapbook } from './paper-designs.ts';
import { candle, linen, shore } from './quiet-designs.ts';
import type { Design } from './scene.ts';

/** All artwork by name. */
export const DESIGNS = {
  confetti,
  postcards,
  garden,
  marquee,
  scrapbook,
  bold,
  night,
  'home-movie': homeMovie,
  letter,
  chalk,
  winter,
  linen,
  candle,
  shore,
  waves,
  wall,
} as const satisfies Record<string, Design>;
export type DesignName = keyof typeof DESIGNS;
