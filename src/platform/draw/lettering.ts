import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

export interface Lettering {
  text: string;
  /** Height of the type in pixels. */
  size: number;
  /** Any colour that Pango reads, such as `#3a1a2e`. */
  colour: string;
  /** Lines are broken at this many pixels; one line without it. */
  width?: number;
  align?: 'left' | 'centre' | 'right';
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
export function escapeMarkup(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\P{C}\n\u200c\u200d]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Draws text in the product's display face. Empty text gives one transparent pixel. */
export async function drawLettering(lettering: Lettering): Promise<DrawnLettering> {
  const markup = escapeMarkup(lettering.text);
  if (markup.trim() === '') return transparentPixel();
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${lettering.colour}">${markup}</span>`,
      font: `Young Serif ${lettering.size}`,
      fontfile: await loadFaces(),
      dpi: 72,
      rgba: true,
      align: lettering.align ?? 'centre',
      wrap: 'word-char',
      ...(lettering.width ? { width: lettering.width } : {}),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

/** The largest of `sizes` (falling) at which the text stays within `width` and `height`; the last size if none does. */
export async function fitLettering(
  lettering: Omit<Lettering, 'size'> & { width: number; height: number; sizes: number[] },
): Promise<DrawnLettering> {
  const { sizes, height, ...rest } = lettering;
  let drawn: DrawnLettering | undefined;
  for (const size of sizes) {
    drawn = await drawLettering({ ...rest, size });
    if (drawn.height <= height && drawn.width <= rest.width) break;
  }
  return drawn ?? transparentPixel();
}

async function transparentPixel(): Promise<DrawnLettering> {
  const png = await sharp({
    create: { width: 1, height: 1, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  return { png, width: 1, height: 1 };
}
