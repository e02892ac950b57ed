import sharp from 'sharp';
import { fitLettering, type Words } from '../../../platform/draw/lettering.ts';
import type { Artwork } from './draw-card.ts';
import { FACE_SCALE } from './draw-lines.ts';

export const PLATE_SIZE = 54;
const WIDEST = 1240;
/** Two lines, as several people may be in a clip. */
const HIGHEST = 150;

/** Names on a plate in a theme's colours, as PNG with alpha, for the lower third of a picture of 1920x1080. */
export async function drawPlate(
  { design, look }: Artwork,
  words: Words,
): Promise<{ png: Buffer; width: number; height: number }> {
  const drawn = await fitLettering({
    ...{ text: words, colour: look.ink, face: look.smallFace, width: WIDEST, height: HIGHEST, align: 'left' },
    sizes: [1, 0.85, 0.7, 0.55].map((part) => Math.round(PLATE_SIZE * FACE_SCALE[look.smallFace] * part)),
  });
  const width = drawn.width + 110;
  const height = Math.max(100, drawn.height + 48);
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + 6}"><rect y="6" width="${width}" height="${height}" rx="6" fill="#000" fill-opacity=".25"/><rect width="${width}" height="${height}" rx="6" fill="${look.box}"/><path d="M6 0h12v${height}H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6z" fill="${design.accent}"/></svg>`;
  const top = Math.round((height - drawn.height) / 2);
  const png = await sharp(Buffer.from(plate))
    .composite([{ input: drawn.png, left: 62, top }])
    .png()
    .toBuffer();
  return { png, width, height: height + 6 };
}
