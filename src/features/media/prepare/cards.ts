import sharp, { type Sharp } from 'sharp';
import { drawLettering, fitLettering } from '../../../platform/draw/lettering.ts';
import { DRAWN_SIZE } from '../../../platform/ffmpeg/segment-format.ts';
import type { Size } from './geometry.ts';

export const INK = '#3a1a30';
export const MARIGOLD = '#f6bd4e';
export const CORAL = '#ef6a4c';
export const PAPER = '#fbf5ee';
/** For quiet occasions. */
const MIST = '#c3ccbf';
const SLATE = '#8d8797';
/**
 * Text with the sender's name on a marigold card, or on plain paper for quiet occasions. Text is drawn literally.
 */
export async function textCardPicture(
  text: string,
  name: string,
  isQuiet: boolean,
  size: Size = DRAWN_SIZE,
): Promise<Sharp> {
  const { height } = size;
  const words = await fitLettering({
    text: text.trim(),
    colour: INK,
    width: size.width - 2 * (marginOf(size) + 90),
    height: name ? height - 360 : height - 280,
    sizes: [112, 96, 84, 72, 64, 56, 50, 44, 40, 36, 32, 28],
    align: 'centre',
  });
  const room = { top: 120, height: name ? height - 340 : height - 240 };
  const signature = name ? await drawName(name, 46) : null;
  return sharp(
    isQuiet ? ground(MIST, sheet(PAPER, SLATE, size), size) : ground(MARIGOLD, textCardPrint(size), size),
  ).composite([
    ...(await centred(words, room.top, room.height, size)),
    ...(signature ? await centred(signature, height - 200, 80, size) : []),
  ]);
}

/** Draws a text card as PNG. */
export async function drawTextCard(
  text: string,
  name: string,
  target: string,
  isQuiet = false,
  size: Size = DRAWN_SIZE,
): Promise<void> {
  const picture = await textCardPicture(text, name, isQuiet, size);
  await picture.png({ compressionLevel: 1 }).toFile(target);
}

/** @param size in pixels */
export async function drawName(name: string, size: number) {
  return drawLettering({ text: name.replace(/\s+/g, ' ').trim(), size, colour: INK });
}

/** Centres a drawing in a band, scaled down if it is too large. */
export async function centred(
  drawn: { png: Buffer; width: number; height: number },
  top: number,
  height: number,
  size: Size,
) {
  const scale = Math.min(1, (size.width - 2 * (marginOf(size) + 30)) / drawn.width, height / drawn.height);
  const width = Math.max(1, Math.floor(drawn.width * scale));
  const tall = Math.max(1, Math.floor(drawn.height * scale));
  const input =
    scale < 1 ? await sharp(drawn.png).resize({ width, height: tall, fit: 'fill' }).png().toBuffer() : drawn.png;
  return [{ input, left: Math.round((size.width - width) / 2), top: Math.round(top + (height - tall) / 2) }];
}

/** Paper around a card's sheet: less where there is less room. */
function marginOf({ width }: Size): number {
  return width < 1200 ? 60 : 130;
}

/** A drawing on a colour. */
export function ground(colour: string, drawing: string, { width, height }: Size): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<rect width="${width}" height="${height}" fill="${colour}"/>${drawing}</svg>`,
  );
}

/** Lighter paper with a margin of confetti, like the product's wrapping. */
function textCardPrint(size: Size): string {
  const pieces: string[] = [];
  for (let i = 0; i < 64; i++) {
    const x = (i * 397) % size.width;
    const y = (i * 233 + (i % 5) * 71) % size.height;
    const turn = (i * 53) % 180;
    const fill = [CORAL, PAPER, '#8fd6b4', '#93c5ea'][i % 4];
    pieces.push(
      `<rect x="${x}" y="${y}" width="26" height="12" rx="3" fill="${fill}" transform="rotate(${turn} ${x} ${y})"/>`,
    );
  }
  return `<g opacity="0.75">${pieces.join('')}</g>${sheet('#f9cc6f', CORAL, size)}`;
}

function sheet(colour: string, edge: string, size: Size): string {
  const margin = marginOf(size);
  const { width, height } = { width: size.width - 2 * margin, height: size.height - 168 };
  return (
    `<rect x="${margin}" y="84" width="${width}" height="${height}" rx="14" fill="${colour}"/>` +
    `<rect x="${margin}" y="84" width="${width}" height="10" fill="${edge}"/>`
  );
}
