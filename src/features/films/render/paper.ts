import { oklch } from '../../../platform/draw/colour.ts';
import type { FilmFrame } from '../../../platform/ffmpeg/film-frames.ts';
import { DRAWN_SIZE } from '../../../platform/ffmpeg/segment-format.ts';
import { isKeyOf } from '../../../shared/known-values.ts';
import { type PaperPrint, paperOf } from '../../../shared/occasion-papers.ts';
import { OCCASIONS } from '../../../shared/occasions.ts';

type Size = FilmFrame['drawn'];

/** A printed shape as a tile of `width` by `height`. */
interface Print {
  width: number;
  height: number;
  shape: string;
}

const PRINTS = {
  confetti: {
    width: 84,
    height: 84,
    shape:
      '<path d="M10 12l9-4 3 7-9 4zM50 6h9v5h-9zM70 28l5 8-5 3-5-8zM30 36l9 3-2 5-9-3zM8 58h6v9H8zM52 52l8-5 3 5-8 5zM36 70l9 2-1 6-9-2zM72 68l7-5 4 5-7 5z"/><circle cx="36" cy="18" r="4"/><circle cx="56" cy="32" r="3"/><circle cx="16" cy="40" r="3.5"/><circle cx="62" cy="76" r="3.5"/><circle cx="26" cy="58" r="2.5"/>',
  },
  sprig: {
    width: 72,
    height: 72,
    shape:
      '<path d="M18 34C10 28 10 16 18 6c8 10 8 22 0 28M16 34C6 36 2 30 2 22c8 0 14 4 14 12M20 34c10 2 14-4 14-12-8 0-14 4-14 12M54 70c-8-6-8-18 0-28 8 10 8 22 0 28M52 70c-10 2-14-4-14-12 8 0 14 4 14 12M56 70c10 2 14-4 14-12-8 0-14 4-14 12"/>',
  },
  stripe: { width: 56, height: 8, shape: '<path d="M0 0h18v8H0zM30 0h4v8h-4z"/>' },
  star: {
    width: 80,
    height: 80,
    shape:
      '<path d="M20 6l3 10 10 4-10 3-3 10-4-10-10-3 10-4zM60 44l3 10 10 4-10 3-3 10-4-10-10-3 10-4z"/><circle cx="58" cy="16" r="3"/><circle cx="20" cy="58" r="3"/>',
  },
  scallop: {
    width: 48,
    height: 48,
    shape:
      '<path fill="none" stroke="PRINT" stroke-width="4" d="M0 24a24 24 0 0 0 48 0M-24 0a24 24 0 0 0 48 0 24 24 0 0 0 48 0M-24 48a24 24 0 0 0 48 0 24 24 0 0 0 48 0"/><circle cx="24" cy="10" r="3"/><circle cx="0" cy="34" r="3"/><circle cx="48" cy="34" r="3"/>',
  },
  wave: {
    width: 64,
    height: 32,
    shape:
      '<path fill="none" stroke="PRINT" stroke-width="5" d="M-16 8q16-14 32 0t32 0 32 0M-16 24q16-14 32 0t32 0 32 0"/>',
  },
  check: {
    width: 48,
    height: 48,
    shape: '<path d="M0 0h24v24H0z"/><path opacity=".45" d="M24 0h24v24H24zM0 24h24v24H0z"/>',
  },
  laid: {
    width: 120,
    height: 9,
    shape: '<path opacity=".55" d="M0 4h120v1H0z"/><path opacity=".3" d="M60 0h1v9h-1z"/>',
  },
  heart: {
    width: 64,
    height: 64,
    shape:
      '<path d="M16 28C4 18 4 8 11 8c3 0 5 3 5 5 0-2 2-5 5-5 7 0 7 10-5 20M48 60C36 50 36 40 43 40c3 0 5 3 5 5 0-2 2-5 5-5 7 0 7 10-5 20"/><circle cx="48" cy="18" r="3"/><circle cx="16" cy="48" r="3"/>',
  },
  herringbone: {
    width: 48,
    height: 12,
    shape: '<path fill="none" stroke="PRINT" stroke-width="4.5" d="M3 14L21 4M27 4l18 10M3 2L21-8M27-8L45 2"/>',
  },
  cap: {
    width: 88,
    height: 76,
    shape:
      '<path d="M22 8l18 8-18 8-18-8zM11 22v7c6 5 16 5 22 0v-7l-11 5zM37 18h2v9h-2zM66 46l18 8-18 8-18-8zM55 60v7c6 5 16 5 22 0v-7l-11 5zM81 56h2v9h-2z"/><circle cx="66" cy="16" r="3"/><circle cx="22" cy="56" r="3"/>',
  },
  pomegranate: {
    width: 72,
    height: 72,
    shape:
      '<path d="M18 30a10 10 0 1 1 .1 0zM13 9l2-6 3 4 3-4 2 6zM54 66a10 10 0 1 1 .1 0zM49 45l2-6 3 4 3-4 2 6zM30 20q8-6 12 0-6 6-12 0M66 56q8-6 12 0-6 6-12 0M-6 56q8-6 12 0-6 6-12 0"/>',
  },
} as const satisfies Record<PaperPrint, Print>;

export interface PaperColours {
  wrap: string;
  print: string;
  ribbon: string;
  ribbonLow: string;
  ink: string;
  soft: string;
  card: string;
}

/** The colours of an occasion's parcel. */
export function paperColours(occasion: string): PaperColours {
  const [h1, c1, h2, c2] = paperOf(occasion);
  const quiet = isKeyOf(OCCASIONS, occasion) && OCCASIONS[occasion].tone === 'quiet';
  const printLight = quiet ? 0.67 : 0.7;
  return {
    wrap: oklch(quiet ? 0.8 : 0.84, c1, h1),
    print: oklch(printLight, c2, h2),
    ribbon: oklch(printLight - 0.08, c2 * 1.15, h2),
    ribbonLow: oklch(printLight - 0.22, c2 * 1.1, h2),
    ink: quiet ? oklch(0.27, 0.025, 330) : oklch(0.26, 0.065, 340),
    soft: oklch(0.42, 0.05, 342),
    card: oklch(0.995, 0.003, 80),
  };
}

/** Wrapping paper as SVG, with a ribbon at `ribbonAt` pixels from the top, if given. @param size default: 1920x1080 */
export function paperSvg(occasion: string, ribbonAt: number | null, { width, height }: Size = DRAWN_SIZE): Buffer {
  const colours = paperColours(occasion);
  const print: Print = PRINTS[paperOf(occasion)[4]];
  const tile = `<pattern id="print" width="${print.width}" height="${print.height}" patternUnits="userSpaceOnUse" patternTransform="scale(1.5)">${print.shape.replaceAll('PRINT', colours.print)}</pattern>`;
  const ribbon = ribbonAt === null ? '' : ribbonSvg(colours, ribbonAt, { width, height });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${tile.replace('<pattern', `<pattern fill="${colours.print}"`)}</defs><rect width="${width}" height="${height}" fill="${colours.wrap}"/><rect width="${width}" height="${height}" fill="url(#print)"/>${ribbon}</svg>`,
  );
}

function ribbonSvg({ ribbon, ribbonLow }: PaperColours, y: number, size: Size): string {
  const wide = 104;
  const band = (x: number, top: number, width: number, height: number) =>
    `<rect x="${x}" y="${top}" width="${width}" height="${height}" fill="${ribbon}"/>`;
  const edge = (x: number, top: number, width: number, height: number) =>
    `<rect x="${x}" y="${top}" width="${width}" height="${height}" fill="${ribbonLow}"/>`;
  const middle = size.width / 2;
  const left = middle - wide / 2;
  const top = y - wide / 2;
  const down =
    band(left, 0, wide, size.height) + edge(left, 0, 4, size.height) + edge(left + wide - 4, 0, 4, size.height);
  const across = band(0, top, size.width, wide) + edge(0, top, size.width, 4) + edge(0, top + wide - 4, size.width, 4);
  return `${down}${across}<g transform="translate(${middle - 120 * 2.3} ${y - 74 * 2.3}) scale(2.3)" stroke-width="1.6">${bow(ribbon, ribbonLow)}</g>`;
}

function bow(ribbon: string, low: string): string {
  const lit = `fill="${ribbon}" stroke="${low}"`;
  const dark = `fill="${low}"`;
  return [
    `<path ${dark} d="M106 84 66 168l22-8 14 9 30-81zM134 84l40 84-22-8-14 9-30-81z"/>`,
    `<path ${lit} d="M112 78 58 162l24-5 13 12 31-85zM128 78l54 84-24-5-13 12-31-85z"/>`,
    `<path ${lit} d="M120 68C104 18 38-8 12 20-10 46 22 102 120 78zM120 68c16-50 82-76 108-48 22 26-10 82-108 58z"/>`,
    `<path ${dark} d="M114 70C98 42 58 26 42 40c-14 14 10 38 72 34zM126 70c16-28 56-44 72-30 14 14-10 38-72 34z"/>`,
    `<path ${lit} d="M103 56q17-9 34 0 5 17 0 36-17 8-34 0-5-18 0-36"/>`,
    `<path ${dark} d="M112 58q-4 16 0 32l4 1q-4-17 0-34zM128 58q4 16 0 32l-4 1q4-17 0-34z"/>`,
  ].join('');
}
