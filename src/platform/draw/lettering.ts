import sharp from 'sharp';
import { describeFace, type FaceName, loadFace } from './faces.ts';

/** Text that is kept on one line if a smaller size allows, such as a name. */
export interface Unbroken {
  unbroken: string;
}

/** A text, or its pieces in order. */
export type Words = string | readonly (string | Unbroken)[];

export interface Lettering {
  text: Words;
  /** Height of the type in pixels. */
  size: number;
  /** Any colour that Pango accepts, such as `#3a1a2e`. */
  colour: string;
  /** Default: the display face, Young Serif. */
  face?: FaceName;
  /** Maximum line width in pixels. Default: one line. */
  width?: number;
  align?: 'left' | 'centre' | 'right';
  /** Whether a word or unbroken piece wider than `width` overflows or is broken. */
  overlong?: 'keep' | 'break';
}

/** A PNG with alpha, cropped to its ink. */
export interface DrawnLettering {
  png: Buffer;
  width: number;
  height: number;
  /** Height of the type in pixels; absent for parts of a drawing. */
  size?: number;
}

/** Escapes text for Pango markup and removes control characters. */
function escapeMarkup(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\P{C}\n\u200c\u200d]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Renders text with lining figures. Empty text gives one transparent pixel. */
export async function drawLettering(lettering: Lettering): Promise<DrawnLettering> {
  const { text, size, colour, face = 'serif', width, align = 'centre', overlong = 'break' } = lettering;
  const markup = markupOf(text, overlong);
  if (markup.trim() === '') return transparentPixel();
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" font_features="lnum">${markup}</span>`,
      font: describeFace(face, size),
      fontfile: await loadFace(face),
      dpi: 72,
      rgba: true,
      align,
      wrap: overlong === 'keep' ? 'word' : 'word-char',
      ...(width ? { width } : {}),
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height, size };
}

function piecesOf(text: Words): readonly (string | Unbroken)[] {
  return typeof text === 'string' ? [text] : text;
}

function markupOf(text: Words, overlong: 'keep' | 'break'): string {
  const pieces = piecesOf(text).map((piece) => {
    if (typeof piece === 'string') return escapeMarkup(piece);
    const name = escapeMarkup(piece.unbroken);
    return overlong === 'keep' && name ? `<span allow_breaks="false">${name}</span>` : name;
  });
  return pieces.join('');
}

type Box = Omit<Lettering, 'size' | 'overlong' | 'text'> & { width: number; height: number; sizes: readonly number[] };

/**
 * Renders at the largest of `sizes` (descending) that fits without breaking words; else the largest that fits with,
 * else the smallest.
 */
export async function fitLettering({ text, ...box }: Box & { text: Words }): Promise<DrawnLettering> {
  const [drawn] = await fitPages([text], box);
  return drawn ?? transparentPixel();
}

/** The parts of a place's width that lines are tried at to become equally long. */
const NARROWER = [0.92, 0.84, 0.76, 0.68, 0.6, 0.52];

/** The same with lines of about the same length, so that no word is left alone on the last one. */
export async function fitBalanced({ text, ...box }: Box & { text: Words }): Promise<DrawnLettering> {
  let best = await fitLettering({ text, ...box });
  const { size } = best;
  if (size === undefined) return best;
  for (const part of NARROWER) {
    const width = Math.round(box.width * part);
    const tried = await drawLettering({ ...box, text, size, width, overlong: 'keep' });
    // Descenders of the last line differ, and another line is higher than the type.
    if (tried.width > width || tried.height > best.height + size / 2) break;
    best = tried;
  }
  return best;
}

/** The same as `fitLettering` for several texts that share one size. */
export async function fitPages(pages: readonly Words[], { sizes, height, ...rest }: Box): Promise<DrawnLettering[]> {
  const whole = await largestFitting(pages, { ...rest, overlong: 'keep' }, sizes, height);
  if (whole) return whole;
  const broken = pages.every((text) => typeof text === 'string') && (await largestFitting(pages, rest, sizes, height));
  if (broken) return broken;
  const size = sizes.at(-1) ?? 1;
  return Promise.all(
    pages.map(async (text) => {
      const tooHigh = await drawLettering({ ...rest, text, size, overlong: 'keep' });
      return tooHigh.width <= rest.width ? tooHigh : drawLettering({ ...rest, text, size });
    }),
  );
}

/** Maximum pixels on each side that can be drawn. */
const LARGEST_SIDE = 24_000;

async function largestFitting(
  pages: readonly Words[],
  rest: Omit<Lettering, 'size' | 'text'> & { width: number },
  sizes: readonly number[],
  height: number,
): Promise<DrawnLettering[] | null> {
  const lines = pages.map((text) =>
    piecesOf(text)
      .map((piece) => (typeof piece === 'string' ? piece : piece.unbroken))
      .join('')
      .split('\n'),
  );
  const most = Math.max(...lines.map(({ length }) => length));
  const longest = Math.max(...lines.flat().map(({ length }) => length));
  for (const size of sizes) {
    if (most * size > height || (rest.overlong === 'keep' && longest * size > LARGEST_SIDE)) continue;
    const drawn: DrawnLettering[] = [];
    for (const text of pages) {
      const page = await drawLettering({ ...rest, text, size });
      if (page.height > height || page.width > rest.width) break;
      drawn.push(page);
    }
    if (drawn.length === pages.length) return drawn;
  }
  return null;
}

async function transparentPixel(): Promise<DrawnLettering> {
  const png = await sharp({
    create: { width: 1, height: 1, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  return { png, width: 1, height: 1 };
}
