import sharp from 'sharp';
import { type DrawnLettering, fitLettering } from '../../../platform/draw/lettering.ts';
import { FACE_SCALE } from './draw-lines.ts';
import type { Look } from './scene.ts';

/** Of a picture of 1080 lines. */
const SIZE = 50;
const HIGHEST = 250;
const PADDING = { side: 34, top: 17 };

/**
 * What is said, on a box in a theme's type and colours, as PNG with alpha. Long lines are wrapped.
 * @param width pixels that the box may take
 * @param unit how much larger than for 1080 lines it is drawn
 */
export async function drawCaption(
  look: Look,
  text: string,
  width: number,
  unit: number,
): Promise<{ png: Buffer; width: number; height: number }> {
  const scaled = (size: number) => Math.round(size * unit);
  const [side, above, corner] = [scaled(PADDING.side), scaled(PADDING.top), scaled(10)];
  const lettering = await fitLettering({
    ...{ text, colour: readable(look.ink, look.box), face: look.smallFace },
    ...{ width: width - 2 * side, height: HIGHEST * unit },
    sizes: [1, 0.86, 0.72, 0.6].map((part) => Math.round(SIZE * FACE_SCALE[look.smallFace] * part * unit)),
  });
  const drawn = await lowered(lettering, HIGHEST * unit);
  const box = { width: drawn.width + 2 * side, height: drawn.height + 2 * above };
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}"><rect width="${box.width}" height="${box.height}" rx="${corner}" fill="${look.box}"/></svg>`;
  const png = await sharp(Buffer.from(plate))
    .composite([{ input: drawn.png, left: side, top: above }])
    .png()
    .toBuffer();
  return { png, ...box };
}

/** A block of unbroken letters or of many lines is made smaller. */
async function lowered(drawn: DrawnLettering, highest: number): Promise<DrawnLettering> {
  if (drawn.height <= highest) return drawn;
  const resized = sharp(drawn.png)
    .resize({ height: Math.round(highest) })
    .png();
  const { data, info } = await resized.toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

/** WCAG's least contrast of text. */
const LEAST_CONTRAST = 4.5;

/** The ink if it can be read on this ground, otherwise black or white. Both are `#rrggbb`. */
function readable(ink: string, ground: string): string {
  if (contrast(ink, ground) >= LEAST_CONTRAST) return ink;
  return contrast('#000000', ground) > contrast('#ffffff', ground) ? '#000000' : '#ffffff';
}

function contrast(a: string, b: string): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
