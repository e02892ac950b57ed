import sharp from 'sharp';
import { type DrawnLettering, fitLettering } from '../../../platform/draw/lettering.ts';
import type { MovingLayer } from '../../../platform/ffmpeg/encode-layers.ts';
import type { Artwork } from './draw-card.ts';
import { FACE_SCALE } from './draw-lines.ts';
import { type Box, type Stage, svgOf, whole } from './scene.ts';

/** White around a picture, pixels of the stage, and room below it for a name. */
export const BORDER = 12;
export const NAME_HEIGHT = 60;
const NAME_SIZES = [40, 36, 32, 28, 24];
const SHADOW = 14;
/** How prints arrive, in frames. */
const ARRIVAL = { start: 4, gap: 4, takes: 16 };

/** A place in a collage, and who is in its picture. */
export interface Print {
  box: Box;
  name: string;
}

/** A print without its picture, and where that goes; both arrive together. */
export interface DrawnPrint {
  frame: MovingLayer;
  picture: Box;
  enters: NonNullable<MovingLayer['enters']>;
}

/** The paper behind a collage (RGB, 8 bit, as large as the stage), and its prints. Names are left out if one of them doesn't fit. */
export async function drawCollage(
  { design, look }: Artwork,
  prints: readonly Print[],
  stage: Stage,
): Promise<{ ground: Buffer; prints: DrawnPrint[] }> {
  const ground = await sharp(Buffer.from(svgOf(whole(stage), design.ground(look, stage))))
    .removeAlpha()
    .raw()
    .toBuffer();
  const names = await Promise.all(prints.map(({ box, name }) => drawName({ design, look }, name, box)));
  const isNamed = names.every((name) => name !== null);
  const drawn = prints.map(({ box }, index) =>
    drawPrint(look.box, box, index, isNamed ? (names[index] ?? null) : null, stage),
  );
  return { ground, prints: await Promise.all(drawn) };
}

/** A name below a picture; null if it doesn't fit. An empty one always does. */
async function drawName({ look }: Artwork, name: string, box: Box): Promise<DrawnLettering | null> {
  const width = box.width - 2 * BORDER - 8;
  const height = NAME_HEIGHT - 6;
  const drawn = await fitLettering({
    ...{ text: [{ unbroken: name }], colour: look.ink, face: look.smallFace, width, height },
    sizes: NAME_SIZES.map((size) => Math.round(size * FACE_SCALE[look.smallFace])),
  });
  return drawn.width <= width && drawn.height <= NAME_HEIGHT + 12 ? drawn : null;
}

async function drawPrint(
  colour: string,
  box: Box,
  index: number,
  name: DrawnLettering | null,
  stage: Stage,
): Promise<DrawnPrint> {
  const below = name ? NAME_HEIGHT : BORDER;
  const picture = {
    left: box.left + BORDER,
    top: box.top + BORDER,
    width: box.width - 2 * BORDER,
    height: box.height - BORDER - below,
  };
  const [width, height] = [box.width + 2 * SHADOW, box.height + 2 * SHADOW];
  const shade = (grow: number, light: number) =>
    `<rect x="${SHADOW - grow}" y="${SHADOW - grow + 6}" width="${box.width + 2 * grow}" height="${box.height + 2 * grow}" rx="${4 + grow}" fill="#1d1408" fill-opacity="${light}"/>`;
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shade(8, 0.06)}${shade(4, 0.08)}${shade(1, 0.1)}<rect x="${SHADOW}" y="${SHADOW}" width="${box.width}" height="${box.height}" rx="4" fill="${colour}"/></svg>`;
  const written = name
    ? [
        {
          input: name.png,
          left: Math.round(SHADOW + (box.width - name.width) / 2),
          top: Math.round(SHADOW + box.height - NAME_HEIGHT / 2 - name.height / 2),
        },
      ]
    : [];
  const png = await sharp(Buffer.from(sheet)).composite(written).png({ compressionLevel: 1 }).toBuffer();
  const side = index % 2 === 0 ? 1 : -1;
  const enters = {
    at: ARRIVAL.start + index * ARRIVAL.gap,
    takes: ARRIVAL.takes,
    dx: side * 60,
    dy: stage.height + 20,
    isSolid: true,
  };
  return { frame: { png, left: box.left - SHADOW, top: box.top - SHADOW, enters }, picture, enters };
}
