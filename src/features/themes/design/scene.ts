import type { FaceName } from '../../../platform/draw/faces.ts';

/** What a card is drawn on, in pixels of a picture of 1080 lines. */
export interface Stage {
  width: number;
  height: number;
}

/** Of an ordinary film, for which designs are drawn first. */
export const STAGE: Stage = { width: 1920, height: 1080 };

/** Upright and square stages have less room beside the words. */
export function isNarrow({ width }: Stage): boolean {
  return width < STAGE.width;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How a layer arrives at its place, slowing down. */
export interface Entrance {
  /** First frame. */
  at: number;
  /** Frames. */
  takes: number;
  /** Start, in pixels from its place. */
  dx?: number;
  dy?: number;
  /** Default: it fades in. */
  isSolid?: boolean;
}

/** A drawing on the stage. */
export interface Piece {
  box: Box;
  /** SVG markup in pixels of the stage. */
  svg: string;
  /** Default: it is there from the start. */
  enters?: Entrance;
}

/** Where a card's lines stand, stacked and centred. */
export interface TextPlace {
  box: Box;
  align: 'left' | 'centre';
  /** Degrees, clockwise around the middle of `box`. */
  turn?: number;
}

/** Type and colours, all of which a theme may change. */
export interface Look {
  face: FaceName;
  /** Of the small lines. */
  smallFace: FaceName;
  /** Largest size of the name in pixels. */
  size: number;
  /** Multiplies the space between lines. */
  spacing: number;
  ink: string;
  /** Of the small lines. */
  soft: string;
  /** What the text stands on. */
  box: string;
  ground: string;
}

/** One card of a design. */
export interface Side {
  pieces: Piece[];
  text: TextPlace;
}

/** How the lines of a card appear, one after the other; in frames. */
export interface Pace {
  start: number;
  gap: number;
  takes: number;
  /** Pixels that a line rises. */
  rise: number;
}

/** The artwork of a theme, for both cards and for names. */
export interface Design {
  look: Look;
  pace: Pace;
  isUpperCase?: boolean;
  /** SVG markup that fills the stage. */
  ground(look: Look, stage: Stage): string;
  intro(look: Look, stage: Stage): Side;
  outro(look: Look, stage: Stage): Side;
  /** Edge of the plate under a name. */
  accent: string;
}

/** The box of a whole stage. */
export function whole({ width, height }: Stage): Box {
  return { left: 0, top: 0, width, height };
}

/** A box of the wide stage on any other: as high in parts of its height, and with this much room at the sides. */
export function boxOn({ width, height }: Stage, box: Box, side: number): Box {
  if (!isNarrow({ width, height })) return box;
  const scale = height / STAGE.height;
  return {
    left: side,
    width: width - 2 * side,
    top: Math.round(box.top * scale),
    height: Math.round(box.height * scale),
  };
}

/**
 * Moves pieces of the wide stage to the nearest corner of another, `scale` times as large.
 * @param across which side is the same for all: left (-1), the middle (0) or right (1)
 * @param inset pixels that they are farther from the corner
 */
export function inCorners(
  stage: Stage,
  scale: number,
  pieces: readonly Piece[],
  { across, inset = 0 }: { across?: -1 | 0 | 1; inset?: number } = {},
): Piece[] {
  const [right, bottom] = [stage.width - STAGE.width * scale, stage.height - STAGE.height * scale];
  return pieces.map((piece) => {
    const side = across ?? (piece.box.left < STAGE.width / 2 ? -1 : 1);
    const isUp = piece.box.top < STAGE.height / 2;
    const left = (right * (side + 1)) / 2 - side * inset;
    return moved(piece, { scale, left, top: isUp ? inset : bottom - inset });
  });
}

/** A piece of the wide stage, scaled and moved. */
export function moved(
  { box, svg, enters }: Piece,
  { scale, left, top }: { scale: number; left: number; top: number },
): Piece {
  const [x, y] = [Math.floor(box.left * scale + left), Math.floor(box.top * scale + top)];
  return {
    box: {
      left: x,
      top: y,
      width: Math.ceil((box.left + box.width) * scale + left) - x,
      height: Math.ceil((box.top + box.height) * scale + top) - y,
    },
    svg: `<g transform="translate(${left} ${top}) scale(${scale})">${svg}</g>`,
    ...(enters && { enters: { ...enters, ...way(enters.dx, 'dx', scale), ...way(enters.dy, 'dy', scale) } }),
  };
}

function way(pixels: number | undefined, name: 'dx' | 'dy', scale: number): Partial<Entrance> {
  return pixels === undefined ? {} : { [name]: Math.round(pixels * scale) };
}

/** The markup of a whole SVG that shows `box`. */
export function svgOf({ left, top, width, height }: Box, markup: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="${left} ${top} ${width} ${height}">${markup}</svg>`
  );
}

/** A rectangle that fills the stage. */
export function fill(colour: string, { width, height }: Stage): string {
  return `<rect width="${width}" height="${height}" fill="${colour}"/>`;
}

/** Deterministic numbers between 0 and 1. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** Points spread evenly over the stage, outside of `clear`. */
export function spread(
  seed: number,
  step: number,
  clear: Box | null,
  { width, height }: Stage,
): { x: number; y: number; random: () => number }[] {
  const random = dice(seed);
  const points: { x: number; y: number; random: () => number }[] = [];
  for (let row = 0; row * step < height + step; row++) {
    for (let column = 0; column * step < width + step; column++) {
      const x = Math.round((column + (row % 2) / 2 + (random() - 0.5) * 0.7) * step);
      const y = Math.round((row + (random() - 0.5) * 0.7) * step);
      const isClear =
        clear && x > clear.left && x < clear.left + clear.width && y > clear.top && y < clear.top + clear.height;
      if (!isClear) points.push({ x, y, random });
    }
  }
  return points;
}

export function pick<T>(from: readonly [T, ...T[]], random: () => number): T {
  return from[Math.floor(random() * from.length)] ?? from[0];
}

/** A five- or more-pointed star. */
export function star(x: number, y: number, radius: number, points = 5, inner = 0.45): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const r = index % 2 === 0 ? radius : radius * inner;
    const angle = (Math.PI * index) / points - Math.PI / 2;
    return `${(x + r * Math.cos(angle)).toFixed(1)} ${(y + r * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}
