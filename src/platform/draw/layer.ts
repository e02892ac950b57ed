import type { OverlayOptions, Sharp } from 'sharp';

/** The pixels of a picture, to lay over another one. Encoding it in between would take time and lose detail. */
export async function layerOf(picture: Sharp): Promise<Pick<OverlayOptions, 'input' | 'raw'>> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: info };
}
