import { CARD } from '../../../shared/postcards.ts';
import type { Palette } from '../../../shared/print-palettes.ts';

/** Pixels of the card. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A front: where picture and caption stand, and what is drawn over the picture. */
export interface Frame {
  name: string;
  picture: Box;
  caption: Box;
  /** The caption stands on a strip of paper that grows with it. */
  hasStrip: boolean;
  /** SVG markup in pixels of the card. */
  art(palette: Palette): string;
}

const WHOLE: Box = { x: 0, y: 0, width: CARD.width, height: CARD.height };
const INSET: Box = { x: 118, y: 118, width: CARD.width - 236, height: 880 };
/** Beneath an inset picture, within what is certain to be on the card. */
const BENEATH: Box = { x: 150, y: 1022, width: CARD.width - 300, height: 150 };
const STRIP: Box = { x: 100, y: 1000, width: 1400, height: 120 };

const edge: Frame = { name: 'Edge to edge', picture: WHOLE, caption: STRIP, hasStrip: true, art: () => '' };

const border: Frame = {
  name: 'White border',
  picture: INSET,
  caption: BENEATH,
  hasStrip: false,
  art: ({ paper }) => around(INSET, paper),
};

const bunting: Frame = {
  name: 'Bunting',
  picture: WHOLE,
  caption: STRIP,
  hasStrip: true,
  art: ({ ground, bits, ink }) => garland([bits[0], ground, bits[1]], ink),
};

const airmail: Frame = {
  name: 'Airmail',
  picture: { x: 150, y: 150, width: CARD.width - 300, height: 850 },
  caption: BENEATH,
  hasStrip: false,
  art: ({ paper, bits }) =>
    `<defs><pattern id="s" width="180" height="180" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">` +
    `<rect width="180" height="180" fill="${paper}"/><rect width="52" height="180" fill="${bits[0]}"/>` +
    `<rect x="90" width="52" height="180" fill="#4d8fc4"/></pattern></defs>` +
    around({ x: 92, y: 92, width: CARD.width - 184, height: CARD.height - 184 }, 'url(#s)') +
    between(
      { x: 92, y: 92, width: CARD.width - 184, height: CARD.height - 184 },
      { x: 150, y: 150, width: CARD.width - 300, height: 850 },
      paper,
    ),
};

const confetti: Frame = {
  name: 'Confetti',
  picture: INSET,
  caption: BENEATH,
  hasStrip: false,
  art: ({ ground, bits }) => around(INSET, ground) + strewn(bits, (x, y, turn) => slip(x, y, turn)),
};

const hearts: Frame = {
  name: 'Hearts',
  picture: INSET,
  caption: BENEATH,
  hasStrip: false,
  art: ({ ground, bits }) => around(INSET, ground) + strewn(bits, (x, y, turn) => heart(x, y, (turn % 40) - 20)),
};

const line: Frame = {
  name: 'Fine line',
  picture: INSET,
  caption: BENEATH,
  hasStrip: false,
  art: ({ paper, bits }) =>
    around(INSET, paper) +
    `<rect x="76" y="76" width="${CARD.width - 152}" height="${CARD.height - 152}" fill="none" stroke="${bits[0]}" stroke-width="5"/>`,
};

export const FRAMES = { edge, border, bunting, airmail, confetti, hearts, line } as const;
export type FrameName = keyof typeof FRAMES;

/** The card without `hole`. */
function around(hole: Box, fill: string): string {
  return between(WHOLE, hole, fill);
}

function between(outer: Box, hole: Box, fill: string): string {
  return `<path fill="${fill}" fill-rule="evenodd" d="${rectangle(outer)}${rectangle(hole)}"/>`;
}

function rectangle({ x, y, width, height }: Box): string {
  return `M${x} ${y}h${width}v${height}h${-width}Z`;
}

/** Flags on a string along the top. */
function garland(colours: readonly string[], ink: string): string {
  const flags = 11;
  const step = CARD.width / flags;
  const sag = (x: number) => 90 + 110 * Math.sin((Math.PI * x) / CARD.width);
  const drawn = Array.from({ length: flags }, (_, index) => {
    const [left, right] = [index * step + 14, (index + 1) * step - 14];
    const [top, end] = [sag(left), sag(right)];
    const colour = colours[index % colours.length];
    return `<path fill="${colour}" d="M${left} ${top}L${right} ${end}L${(left + right) / 2} ${(top + end) / 2 + 170}Z"/>`;
  });
  const string = Array.from(
    { length: 41 },
    (_, index) => `${(index * CARD.width) / 40} ${sag((index * CARD.width) / 40)}`,
  );
  return `${drawn.join('')}<path d="M${string.join('L')}" fill="none" stroke="${ink}" stroke-width="8"/>`;
}

/** Bits in the border of an inset picture; none on it, nor where the caption stands. */
function strewn(colours: readonly string[], draw: (x: number, y: number, turn: number) => string): string {
  const bits: string[] = [];
  let seed = 7;
  const next = () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
  for (let y = 20; y < CARD.height; y += 66) {
    for (let x = 20; x < CARD.width; x += 66) {
      const [at, down, turn] = [x + (next() - 0.5) * 34, y + (next() - 0.5) * 34, Math.floor(next() * 360)];
      const isClear = isIn(at, down, INSET, 34) || isIn(at, down, BENEATH, 0);
      if (!isClear) bits.push(`<g fill="${colours[bits.length % colours.length]}">${draw(at, down, turn)}</g>`);
    }
  }
  return bits.join('');
}

function isIn(x: number, y: number, box: Box, margin: number): boolean {
  return x > box.x - margin && x < box.x + box.width + margin && y > box.y - margin && y < box.y + box.height + margin;
}

function slip(x: number, y: number, turn: number): string {
  const at = `translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${turn})`;
  return turn % 3 === 0
    ? `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="11"/>`
    : `<rect transform="${at}" x="-14" y="-6" width="28" height="12" rx="2"/>`;
}

function heart(x: number, y: number, turn: number): string {
  const at = `translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${turn})`;
  return `<path transform="${at}" d="M0 17C-26-1-17-21 0-9C17-21 26-1 0 17Z"/>`;
}
