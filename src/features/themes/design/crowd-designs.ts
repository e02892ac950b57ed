import {
  type Box,
  type Design,
  fill,
  inCorners,
  isNarrow,
  type Look,
  type Piece,
  type Side,
  type Stage,
} from './scene.ts';

/* Designs for many faces: themes with a collage. */

const TILES = ['#f2b13c', '#4fa78f', '#e8705c', '#5b8fd0', '#8d5a9e', '#f08fa0'] as const;
const SKINS = ['#f4cfae', '#c98d62', '#8b5a3c', '#e5b48c'] as const;
const SHIRTS = ['#fff7e8', '#3a2a55', '#fbe08a', '#244f4b'] as const;
const HAIRS = ['#3a2417', '#8a5a2b', '#d9c7b0', '#1d1a22', '#b8502e'] as const;

const at = <T>(list: readonly [T, ...T[]], index: number): T => list[index % list.length] ?? list[0];

/** Somebody who waves, in a tile of 1 by 1 at the origin. */
function waving(index: number): string {
  const skin = at(SKINS, index * 3 + 1);
  const arm = index % 2 === 0 ? 1 : -1;
  const hand = `<path d="M${0.5 + arm * 0.2} .8L${0.5 + arm * 0.33} .36" stroke="${at(SHIRTS, index)}" stroke-width=".11" stroke-linecap="round"/><path d="M${0.5 + arm * 0.33} .36l${arm * 0.02} -.1" stroke="${skin}" stroke-width=".09" stroke-linecap="round"/><path d="M${0.5 + arm * 0.42} .12q${arm * 0.05} .05 ${arm * 0.03} .13M${0.5 + arm * 0.25} .12q${arm * -0.04} .05 ${arm * -0.02} .11" stroke="#fff" stroke-opacity=".8" stroke-width=".018" fill="none" stroke-linecap="round"/>`;
  const hair = `<path d="M.31 .46a.19 .2 0 0 1 .38 0q-.04-.1-.12-.12-.14 .03-.26 .12z" fill="${at(HAIRS, index * 2)}"/>`;
  const face = `<circle cx=".44" cy=".47" r=".018" fill="#2a1a12"/><circle cx=".56" cy=".47" r=".018" fill="#2a1a12"/><path d="M.43 .55q.07 .07 .14 0" stroke="#2a1a12" stroke-width=".02" fill="none" stroke-linecap="round"/>`;
  return `${hand}<path d="M.2 1.02q0-.34 .3-.34t.3 .34z" fill="${at(SHIRTS, index)}"/><circle cx=".5" cy=".48" r=".18" fill="${skin}"/>${hair}${face}`;
}

/** A tile with somebody who waves; it pops up in its turn. */
function tile(box: Box, index: number, order: number): Piece {
  const side = Math.min(box.width, box.height);
  const place = `translate(${box.left + (box.width - side) / 2} ${box.top + box.height - side}) scale(${side})`;
  const svg = `<rect x="${box.left}" y="${box.top}" width="${box.width}" height="${box.height}" fill="${at(TILES, index)}"/><g transform="${place}">${waving(index)}</g>`;
  return { box, svg, enters: { at: 2 + order * 4, takes: 16, dy: order % 2 === 0 ? 120 : -120 } };
}

/** Rows of tiles above and below the words. */
function crowd(
  look: Look,
  rows: readonly { top: number; height: number }[],
  { top: from, bottom }: { top: number; bottom: number },
  stage: Stage,
): Side {
  const columns = isNarrow(stage) ? 4 : 6;
  const width = stage.width / columns;
  const band = { left: 0, top: from, width: stage.width, height: bottom - from };
  const tiles = rows.flatMap(({ top, height }, row) =>
    Array.from({ length: columns }, (_, column) => {
      const order = row === 0 ? column : columns - 1 - column;
      return tile({ left: column * width, top, width, height }, row * 4 + column, order);
    }),
  );
  const plate = `<rect x="${band.left}" y="${band.top}" width="${band.width}" height="${band.height}" fill="${look.box}"/>`;
  const side = isNarrow(stage) ? 60 : 160;
  const inner = { left: side, top: band.top + 36, width: stage.width - 2 * side, height: band.height - 72 };
  return { pieces: [...tiles, { box: band, svg: plate }], text: { box: inner, align: 'centre' } };
}

/** Everybody waves from their own window. */
export const waves: Design = {
  look: {
    face: 'poster',
    smallFace: 'poster',
    size: 300,
    spacing: 0.8,
    ink: '#2b1b45',
    soft: '#b2432f',
    box: '#fff6e6',
    ground: '#ffe3a8',
  },
  pace: { start: 20, gap: 8, takes: 16, rise: 60 },
  accent: '#e8705c',
  ground: ({ ground }, stage) => fill(ground, stage),
  intro(look, stage) {
    const { above, below } = rowsOn(stage);
    return crowd(look, [...above, ...below], { top: bottomOf(above), bottom: below[0].top }, stage);
  },
  outro(look, stage) {
    const { below } = rowsOn(stage);
    const rows = stage.height > stage.width ? below : ([{ top: 860, height: 220 }] as const);
    return crowd(look, rows, { top: 0, bottom: rows[0].top }, stage);
  },
};

interface Row {
  top: number;
  height: number;
}

/** Rows of tiles above and below the words: two each on an upright stage. */
function rowsOn({ width, height }: Stage): { above: readonly Row[]; below: readonly [Row, ...Row[]] } {
  if (width >= height) {
    const high = width > height ? 290 : 250;
    return { above: [{ top: 0, height: high }], below: [{ top: height - high, height: high }] };
  }
  const row = (top: number) => ({ top, height: 320 });
  return { above: [row(0), row(320)], below: [row(height - 640), row(height - 320)] };
}

function bottomOf(rows: readonly Row[]): number {
  return Math.max(...rows.map(({ top, height }) => top + height));
}

/** A small landscape for a frame on the wall. */
function landscape({ left, top, width, height }: Box, index: number): string {
  const skies = ['#f7d9b0', '#cfe3ea', '#f3c6b8', '#d9e2c4'] as const;
  const hills = ['#7f9f7a', '#5c7f8f', '#a9745a', '#8c8f5b'] as const;
  const far = ['#a9c09b', '#8fb0ba', '#cf9c7c', '#b3b67e'] as const;
  const sun = `<circle cx="${left + width * (index % 2 === 0 ? 0.68 : 0.32)}" cy="${top + height * 0.36}" r="${Math.min(width, height) * 0.13}" fill="#fff3d6"/>`;
  const hill = (y: number, bend: number, colour: string) =>
    `<path d="M${left} ${top + height * y}q${width * 0.25} ${-height * bend} ${width * 0.5} 0t${width * 0.5} 0V${top + height}H${left}z" fill="${colour}"/>`;
  return `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${at(skies, index)}"/>${sun}${hill(0.62, 0.22, at(far, index))}${hill(0.8, 0.16, at(hills, index))}`;
}

/** A framed picture on the wall. */
function framed(outer: Box, index: number, order: number): Piece {
  const { left, top, width, height } = outer;
  const wood = at(['#6d4a32', '#2f2a2a', '#b58b4f', '#f4efe4'], index);
  const inset = (by: number): Box => ({
    left: left + by,
    top: top + by,
    width: width - 2 * by,
    height: height - 2 * by,
  });
  const mat = inset(18);
  const svg = `<rect x="${left + 8}" y="${top + 12}" width="${width}" height="${height}" fill="#1d1408" fill-opacity=".2"/><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${wood}"/><rect x="${mat.left}" y="${mat.top}" width="${mat.width}" height="${mat.height}" fill="#fbf6ea"/>${landscape(inset(44), index)}`;
  const box = { left: left - 2, top: top - 2, width: width + 12, height: height + 16 };
  return { box, svg, enters: { at: 2 + order * 5, takes: 22, dy: 46 } };
}

const HUNG: readonly Box[] = [
  { left: 70, top: 80, width: 330, height: 250 },
  { left: 120, top: 380, width: 230, height: 300 },
  { left: 60, top: 730, width: 350, height: 260 },
  { left: 1520, top: 80, width: 240, height: 310 },
  { left: 1500, top: 440, width: 350, height: 250 },
  { left: 1580, top: 740, width: 260, height: 270 },
];

/** Where there is no room beside the words: in corners of the wide stage, as wide as an upright one. */
const HUNG_ABOVE: readonly Box[] = [
  { left: 40, top: 60, width: 330, height: 250 },
  { left: 430, top: 90, width: 220, height: 290 },
  { left: 710, top: 50, width: 310, height: 240 },
];
const HUNG_BELOW: readonly Box[] = [
  { left: 50, top: 760, width: 330, height: 250 },
  { left: 440, top: 720, width: 220, height: 300 },
  { left: 720, top: 790, width: 310, height: 230 },
];

function wallSide(text: Box, stage: Stage): Side {
  const side = { box: text, align: 'centre' as const };
  if (!isNarrow(stage)) return { pieces: HUNG.map((box, index) => framed(box, index, index % 3)), text: side };
  const scale = stage.height > stage.width ? 1 : 0.62;
  const hung = [...HUNG_ABOVE, ...HUNG_BELOW].map((box, index) => {
    // Smaller frames are spread over the same width.
    return framed({ ...box, left: box.left / scale }, index, index % 3);
  });
  const top = Math.round(400 * scale);
  const room = { left: 70, top, width: stage.width - 140, height: stage.height - 2 * top };
  return { pieces: inCorners(stage, scale, hung, { across: -1 }), text: { ...side, box: room } };
}

/** Framed pictures on wallpaper, as along a staircase. */
export const wall: Design = {
  look: {
    face: 'italic',
    smallFace: 'italic',
    size: 280,
    spacing: 1,
    ink: '#2f3b34',
    soft: '#8a4b38',
    box: '#fbf6ea',
    ground: '#d8dccb',
  },
  pace: { start: 18, gap: 12, takes: 20, rise: 26 },
  accent: '#8a4b38',
  ground: ({ ground }, stage) =>
    fill(ground, stage) +
    Array.from(
      { length: 24 },
      (_, index) =>
        `<rect x="${index * 80}" width="40" height="${stage.height}" fill="#fff" fill-opacity=".16"/><path d="M${index * 80 + 60} 0V${stage.height}" stroke="#5c6b58" stroke-opacity=".12" stroke-width="2"/>`,
    ).join(''),
  intro: (_, stage) => wallSide({ left: 460, top: 200, width: 1000, height: 680 }, stage),
  outro: (_, stage) => wallSide({ left: 460, top: 110, width: 1000, height: 860 }, stage),
};
