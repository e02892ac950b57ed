import type { OverlayOptions, Sharp } from 'sharp';

/** A picture as a layer of another one: its pixels, as encoding it in between would take long and lose detail. */
export async function layerOf(picture: Sharp): Promise<Pick<OverlayOptions, 'input' | 'raw'>> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { input: data, raw: info };
}
