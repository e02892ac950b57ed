import sharp, { type OverlayOptions } from 'sharp';
import { layerOf } from '../../../platform/draw/layer.ts';
import { fitLettering } from '../../../platform/draw/lettering.ts';
import { duration } from '../../../shared/format.ts';
import type { OccasionType } from '../../../shared/occasions.ts';
import { paletteOf } from '../../../shared/print-palettes.ts';

export interface Art {
  /** A frame of the film. */
  poster: Buffer;
  title: string;
  occasion: OccasionType;
  /** Seconds. */
  length: number;
  /** Who is in it, in order. */
  names: string[];
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const DOTS = 300;
/** Millimetres to dots at 300 an inch. */
const dots = (millimetres: number) => Math.round((millimetres / 25.4) * DOTS);

/** The printable disc is 118 mm wide with a hole of 22 mm. */
const DISC = dots(118);
const HOLE = dots(22);
/** The sleeve of a case, with 3 mm of bleed: back, spine of 14 mm, front. */
const SLEEVE = { width: dots(273 + 6), height: dots(183 + 6), spine: dots(14) };
const BOOK = { width: dots(210 + 6), height: dots(148 + 6) };
const TITLES = [190, 160, 136, 116, 98, 82, 68, 56, 46, 38];
const NAMES = [64, 54, 46, 40, 34, 30, 26, 22];

/** What is printed on a disc or stick: a PNG of a round label with its hole left out. */
export async function drawLabel({ poster, title, occasion }: Art): Promise<Buffer> {
  const { ink, paper } = paletteOf(occasion);
  const half = DISC / 2;
  const band: Box = { x: dots(16), y: half + dots(17), width: DISC - dots(32), height: dots(24) };
  const air = dots(3);
  const inBand = { x: dots(22), y: band.y + air, width: DISC - dots(44), height: band.height - 2 * air };
  const words = await placed(title, inBand, ink);
  const strip = svg(
    DISC,
    DISC,
    `<rect x="0" y="${band.y}" width="${DISC}" height="${band.height}" fill="${paper}" fill-opacity=".92"/>`,
  );
  const { data, info } = await sharp(poster)
    .resize(DISC, DISC, { fit: 'cover' })
    .ensureAlpha()
    .composite([{ input: strip, left: 0, top: 0 }, ...words])
    .raw()
    .toBuffer({ resolveWithObject: true });
  const mask = svg(
    DISC,
    DISC,
    `<path fill-rule="evenodd" d="${circle(half, half)}${circle(half, HOLE / 2)}" fill="#fff"/>`,
  );
  return sharp(data, { raw: info })
    .composite([{ input: mask, left: 0, top: 0, blend: 'dest-in' }])
    .png()
    .withMetadata({ density: DOTS })
    .toBuffer();
}

/** The sleeve of a case: the names on the back, the title on the spine, the picture on the front. */
export async function drawCaseCover({ poster, title, occasion, length, names }: Art): Promise<Buffer> {
  const { width, height, spine } = SLEEVE;
  const { paper, ink, ground } = paletteOf(occasion);
  const side = Math.round((width - spine) / 2);
  const front = side + spine;
  const margin = dots(12);
  const picture = await layerOf(sharp(poster).resize(width - front, Math.round(height * 0.64), { fit: 'cover' }));
  const text = { x: margin, width: side - 2 * margin };
  const onSpine = await turned(title, { width: height - 2 * margin, height: spine - dots(4) }, ink);
  const layers: OverlayOptions[] = [
    { ...picture, left: front, top: 0 },
    { input: svg(spine, height, `<rect width="${spine}" height="${height}" fill="${ground}"/>`), left: side, top: 0 },
    ...onSpine.map(({ input, wide, high }) => ({
      input,
      left: side + Math.round((spine - wide) / 2),
      top: Math.round((height - high) / 2),
    })),
    ...(await placed(title, box(front + margin, height * 0.68, width - front - 2 * margin, height * 0.25), ink)),
    ...(await placed(namesOf(names), box(text.x, height * 0.14, text.width, height * 0.58), ink, NAMES)),
    ...(await placed(duration(length), box(text.x, height * 0.82, text.width, height * 0.06), ink, NAMES)),
  ];
  return jpeg(width, height, paper, layers);
}

/** The cover of a video book. */
export async function drawBookCover({ poster, title, occasion }: Art): Promise<Buffer> {
  const { width, height } = BOOK;
  const { paper, ink } = paletteOf(occasion);
  const picture = await layerOf(sharp(poster).resize(width, Math.round(height * 0.74), { fit: 'cover' }));
  const margin = dots(14);
  const words = await placed(title, box(margin, height * 0.77, width - 2 * margin, height * 0.17), ink);
  return jpeg(width, height, paper, [{ ...picture, left: 0, top: 0 }, ...words]);
}

function namesOf(names: readonly string[]): string {
  return [...new Set(names.map((name) => name.trim()).filter(Boolean))].join(', ');
}

/** Text in the middle of a place, as large as it fits. */
async function placed(text: string, place: Box, colour: string, sizes = TITLES): Promise<OverlayOptions[]> {
  if (text.trim() === '') return [];
  const { x, y, width, height } = place;
  const words = await fitLettering({ text, width, height, sizes, colour, face: 'serif', align: 'centre' });
  return [
    {
      input: words.png,
      left: Math.round(x + (width - words.width) / 2),
      top: Math.round(y + (height - words.height) / 2),
    },
  ];
}

/** Text from top to bottom, as spines have it. */
async function turned(text: string, { width, height }: Pick<Box, 'width' | 'height'>, colour: string) {
  const words = await fitLettering({ text, width, height, sizes: TITLES, colour, face: 'serif', align: 'centre' });
  const input = await sharp(words.png).rotate(90, { background: '#0000' }).png().toBuffer();
  return [{ input, wide: words.height, high: words.width }];
}

function box(x: number, y: number, width: number, height: number): Box {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

function circle(centre: number, radius: number): string {
  const [left, right] = [centre - radius, centre + radius];
  return `M${left} ${centre}A${radius} ${radius} 0 1 0 ${right} ${centre}A${radius} ${radius} 0 1 0 ${left} ${centre}Z`;
}

function svg(width: number, height: number, content: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);
}

function jpeg(width: number, height: number, background: string, layers: OverlayOptions[]): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .composite(layers)
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .withMetadata({ density: DOTS })
    .toBuffer();
}
