import sharp, { type Sharp } from 'sharp';
import { drawLettering, fitBalanced } from '../../../platform/draw/lettering.ts';
import { linesOf } from '../../../platform/draw/lettering-lines.ts';
import { DRAWN_SIZE } from '../../../platform/ffmpeg/segment-format.ts';
import type { Size } from './geometry.ts';

export const INK = '#3a1a30';
export const MARIGOLD = '#f6bd4e';
export const CORAL = '#ef6a4c';
export const PAPER = '#fbf5ee';
/** For quiet occasions. */
const MIST = '#c3ccbf';
const SLATE = '#8d8797';

/** A text card as pictures: RGB, 8 bit. Each shows a line more than the one before, and the last one the whole card. */
export async function textCardSteps(
  text: string,
  name: string,
  isQuiet: boolean,
  size: Size = DRAWN_SIZE,
): Promise<Buffer[]> {
  const { paper, words, signature } = await textCardParts(text, name, isQuiet, size);
  const pictures: Buffer[] = [];
  // The paper is drawn once, as its confetti costs more than a line.
  let drawn = await pixelsOf(sharp(paper));
  for (const line of [...(await cutIntoLines(words)), ...signature]) {
    drawn = await pixelsOf(pictureOf(drawn, size).composite([line]));
    pictures.push(drawn);
  }
  return pictures;
}

/** Text with the sender's name on a marigold card, or on plain paper for quiet occasions. Text is drawn literally. */
export async function textCardPicture(
  text: string,
  name: string,
  isQuiet: boolean,
  size: Size = DRAWN_SIZE,
): Promise<Sharp> {
  const { paper, words, signature } = await textCardParts(text, name, isQuiet, size);
  return sharp(paper).composite([...words, ...signature]);
}

/** A drawing at its place on a card. */
interface Placed {
  input: Buffer;
  left: number;
  top: number;
}

async function textCardParts(
  text: string,
  name: string,
  isQuiet: boolean,
  size: Size,
): Promise<{ paper: Buffer; words: Placed[]; signature: Placed[] }> {
  const { height } = size;
  const words = await fitBalanced({
    text: text.trim(),
    colour: INK,
    width: size.width - 2 * (marginOf(size) + 90),
    height: name ? height - 360 : height - 280,
    sizes: [112, 96, 84, 72, 64, 56, 50, 44, 40, 36, 32, 28],
    align: 'centre',
  });
  const room = { top: 120, height: name ? height - 340 : height - 240 };
  const signature = name ? await drawName(name, 46) : null;
  return {
    paper: isQuiet ? ground(MIST, sheet(PAPER, SLATE, size), size) : ground(MARIGOLD, textCardPrint(size), size),
    words: await centred(words, room.top, room.height, size),
    signature: signature ? await centred(signature, height - 200, 80, size) : [],
  };
}

async function cutIntoLines(words: readonly Placed[]): Promise<Placed[]> {
  const cut = words.map(async ({ input, left, top }) => {
    let below = top;
    return (await linesOf({ png: input })).map(({ png, height }) => {
      below += height;
      return { input: png, left, top: below - height };
    });
  });
  return (await Promise.all(cut)).flat();
}

/** RGB, 8 bit. */
export function pixelsOf(picture: Sharp): Promise<Buffer> {
  return picture.removeAlpha().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer();
}

/** The picture of such pixels. */
export function pictureOf(pixels: Buffer, { width, height }: Size): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 3 } });
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
): Promise<Placed[]> {
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
