import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { layerOf } from '../../../platform/draw/layer.ts';
import { fitLettering } from '../../../platform/draw/lettering.ts';
import { CARD, type Crop } from '../../../shared/postcards.ts';
import { paletteOf } from '../../../shared/print-palettes.ts';
import { type Box, FRAMES } from './frames.ts';
import { artOf, svgOf, type Template } from './templates.service.ts';

/** A picture and how much of it is seen. */
export interface FrontPicture {
  jpeg: Buffer;
  width: number;
  height: number;
  crop: Crop;
}

/** Sizes of a caption, in pixels. */
const SIZES = [104, 92, 80, 70, 60, 52, 44, 36];
/** Dots an inch from which a picture is printed well. */
const SHARP = 170;

/** The front of a card, 1875 x 1275 pixels with bleed. */
export async function drawFront(
  template: Template,
  picture: FrontPicture | null,
  caption: string | null,
): Promise<Sharp> {
  const { frame, occasion } = template;
  const { picture: hole, caption: place, hasStrip } = FRAMES[frame];
  const { paper, ink, ground } = paletteOf(occasion);
  const layers: OverlayOptions[] = [];
  if (picture) layers.push(await cropped(picture, hole));
  layers.push({ input: Buffer.from(artOf(template)), left: 0, top: 0 });
  if (caption) {
    const { width, height } = place;
    const face = 'serif' as const;
    const align = hasStrip ? ('left' as const) : ('centre' as const);
    const words = await fitLettering({ text: caption, width, height, sizes: SIZES, colour: ink, face, align });
    const top = Math.round(place.y + (height - words.height) / 2);
    const left = hasStrip ? place.x : Math.round(place.x + (width - words.width) / 2);
    if (hasStrip) layers.push({ input: strip(words.width + place.x + 56, place, paper), left: 0, top: 0 });
    layers.push({ input: words.png, left, top });
  }
  const background = picture ? paper : ground;
  return sharp({ create: { width: CARD.width, height: CARD.height, channels: 3, background } }).composite(layers);
}

/** Whether a picture has enough pixels for its place, as it is cropped. */
export function isSharpEnough({ frame }: Template, picture: Omit<FrontPicture, 'jpeg'>): boolean {
  const { picture: hole } = FRAMES[frame];
  return (partOf(picture, hole).width / hole.width) * CARD.dotsPerInch >= SHARP;
}

async function cropped(picture: FrontPicture, { x, y, width, height }: Box): Promise<OverlayOptions> {
  const part = partOf(picture, { x, y, width, height });
  const layer = await layerOf(sharp(picture.jpeg).extract(part).resize(width, height, { fit: 'fill' }));
  return { ...layer, left: x, top: y };
}

/** What of a picture fills a place. */
function partOf({ width, height, crop }: Omit<FrontPicture, 'jpeg'>, place: Box) {
  const scale = Math.min(width / place.width, height / place.height) / crop.zoom;
  const part = {
    width: Math.max(1, Math.min(width, Math.round(place.width * scale))),
    height: Math.max(1, Math.min(height, Math.round(place.height * scale))),
  };
  const left = Math.round((width - part.width) * crop.x);
  return { ...part, left, top: Math.round((height - part.height) * crop.y) };
}

function strip(width: number, { y, height }: Box, colour: string): Buffer {
  return Buffer.from(svgOf(`<rect y="${y - 14}" width="${width}" height="${height + 28}" fill="${colour}"/>`));
}
