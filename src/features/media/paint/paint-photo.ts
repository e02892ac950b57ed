import { join } from 'node:path';
import sharp from 'sharp';
import type { MediaEdit } from '../../../shared/media-edit.ts';
import { photoColours } from '../../../shared/photo-colours.ts';
import type { PhotoEdit } from '../../../shared/photo-edit.ts';
import { matrixPixels } from '../prepare/colour-look.ts';
import { uprightPhoto } from '../prepare/photo.ts';
import type { PhotoFacts } from '../prepare/source-facts.ts';
import { layersSvg } from './layers-svg.ts';

/**
 * Renders a photo with what its editor did to it, at most as large as 4K shows it, as a PNG in `folder`. Throws
 * AppError for a damaged photo.
 * @returns its path
 */
export async function paintPhoto(
  path: string,
  facts: PhotoFacts,
  edit: PhotoEdit,
  folder: string,
  signal?: AbortSignal,
): Promise<string> {
  const { data, width, height, channels } = await uprightPhoto(path, facts, geometryOf(edit), folder, signal);
  const colours = photoColours(edit);
  if (colours && channels === 3) matrixPixels(data, colours);
  const layers = edit.layers?.length ? await layersSvg(edit.layers, { width, height }) : null;
  const target = join(folder, 'painted.png');
  await sharp(data, { raw: { width, height, channels } })
    .composite(layers ? [{ input: Buffer.from(layers) }] : [])
    .png({ compressionLevel: 1 })
    .toFile(target);
  return target;
}

/** The part of an edit that turns and cuts the photo. */
export function geometryOf({ crop, rotate, straighten, flip }: PhotoEdit): MediaEdit {
  return { ...(crop && { crop }), ...(rotate && { rotate }), ...(straighten && { straighten }), ...(flip && { flip }) };
}
