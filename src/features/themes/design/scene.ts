import type { FaceName } from '../../../platform/draw/faces.ts';

/** What a theme is drawn on, in pixels; smaller pictures are scaled down. */
export const STAGE = { width: 1920, height: 1080 };

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
  ground(look: Look): string;
  intro(look: Look): Side;
  outro(look: Look): Side;
  /** Edge of the plate under a name. */
  accent: string;
}

export const WHOLE: Box = { left: 0, top: 0, width: STAGE.width, height: STAGE.height };

/** The markup of a whole SVG that shows `box`. */
export function svgOf({ left, top, width, height }: Box, markup: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="${left} ${top} ${width} ${height}">${markup}</svg>`
  );
}

/** A rectangle that fills the stage. */
export function fill(colour: string): string {
  return `<rect width="${STAGE.width}" height="${STAGE.height}" fill="${colour}"/>`;
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
): { x: number; y: number; random: () => number }[] {
  const random = dice(seed);
  const points: { x: number; y: number; random: () => number }[] = [];
  for (let row = 0; row * step < STAGE.height + step; row++) {
    for (let column = 0; column * step < STAGE.width + step; column++) {
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
