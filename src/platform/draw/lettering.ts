import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** A name, say: broken neither inside nor at a hyphen where a smaller size holds it. */
export interface Unbroken {
  unbroken: string;
}

/** What is written, or its pieces one after another. */
export type Words = string | readonly (string | Unbroken)[];

export interface Lettering {
  text: Words;
  /** Height of the type in pixels. */
  size: number;
  /** Any colour that Pango reads, such as `#3a1a2e`. */
  colour: string;
  /** Lines are broken at this many pixels; one line without it. */
  width?: number;
  align?: 'left' | 'centre' | 'right';
  /** Whether a word, or an unbroken piece, that is wider than `width` sticks out or is broken. */
  overlong?: 'keep' | 'break';
}

/** Lettering as a PNG with alpha, cut to its ink. */
export interface DrawnLettering {
  png: Buffer;
  width: number;
  height: number;
}

/** The folder of `static/`, found from wherever the bundler put this module. */
function staticFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'static', 'fonts', 'young-serif.ttf'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('static/fonts/young-serif.ttf is missing');
    folder = parent;
  }
  return join(folder, 'static');
}

let faces: Promise<string> | undefined;

/** The display face in two files: Pango takes letters that the first lacks from the second, then from the system. */
function loadFaces(): Promise<string> {
  faces ??= (async () => {
    const folder = join(staticFolder(), 'fonts');
    const extended = join(folder, 'young-serif-ext.ttf');
    await sharp({ text: { text: 'a', font: 'Young Serif 20', fontfile: extended, rgba: true } })
      .png()
      .toBuffer();
    return join(folder, 'young-serif.ttf');
  })();
  return faces;
}

/** Text as Pango markup: nothing that a person typed is read as a tag, an entity or a control character. */
function escapeMarkup(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\P{C}\n\u200c\u200d]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Draws text in the product's display face, with figures as high as capitals. Empty text gives one transparent pixel. */
export async function drawLettering(lettering: Lettering): Promise<DrawnLettering> {
  const { text, size, colour, width, align = 'centre', overlong = 'break' } = lettering;
  const markup = markupOf(text, overlong);
  if (markup.trim() === '') return transparentPixel();
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" font_features="lnum">${markup}</span>`,
      font: `Young Serif ${size}`,
      fontfile: await loadFaces(),
      dpi: 72,
      rgba: true,
      align,
      wrap: overlong === 'keep' ? 'word' : 'word-char',
      ...(width ? { width } : {}),
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
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
 * The largest of `sizes` (falling) at which the text stays within `width` and `height` with all its words whole. Where one is
 * too long for that it is broken: text at the largest size that then fits, unbroken pieces at the smallest. What is too high
 * at any size comes at the smallest.
 */
export async function fitLettering({ text, ...box }: Box & { text: Words }): Promise<DrawnLettering> {
  const [drawn] = await fitPages([text], box);
  return drawn ?? transparentPixel();
}

/** The same for several texts that are to be of one size. */
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

/** Pixels that a drawing has at most on each side; much more can't be drawn at all. */
const LARGEST_SIDE = 30_000;

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
