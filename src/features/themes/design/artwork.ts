import { isOneOf, keysOf } from '../../../shared/known-values.ts';
import { DESIGNS } from './designs.ts';
import { type Design, STAGE, svgOf, whole } from './scene.ts';

const NAMES = keysOf(DESIGNS);

interface Wanted {
  /** 0 for the ground, then the pieces. Default: all. */
  part?: number | undefined;
  /** Colours, six hexadecimal digits. Default: the design's own. */
  ground?: string | undefined;
  box?: string | undefined;
}

/** A card of a design without words, or a part of it, as SVG; null where there is none. */
export function artOf(name: string, card: 'intro' | 'outro', { part, ground, box }: Wanted): string | null {
  if (!isOneOf(NAMES, name)) return null;
  const design: Design = DESIGNS[name];
  const look = { ...design.look, ...(ground && { ground: `#${ground}` }), ...(box && { box: `#${box}` }) };
  const { pieces } = design[card](look, STAGE);
  if (part === undefined)
    return svgOf(whole(STAGE), design.ground(look, STAGE) + pieces.map(({ svg }) => svg).join(''));
  if (part === 0) return svgOf(whole(STAGE), design.ground(look, STAGE));
  const piece = pieces[part - 1];
  return piece ? svgOf(piece.box, piece.svg) : null;
}
