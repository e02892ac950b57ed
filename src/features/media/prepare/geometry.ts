import type { MediaEdit } from '../../../shared/contracts/media.ts';

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

/** The part of a picture that a crop (fractions) keeps, in whole even pixels, never empty and never outside. */
export function cropBox(picture: Size, crop: NonNullable<MediaEdit['crop']>): Box {
  const width = clamp(even(crop.width * picture.width), 2, even(picture.width));
  const height = clamp(even(crop.height * picture.height), 2, even(picture.height));
  return {
    width,
    height,
    x: clamp(even(crop.x * picture.width), 0, Math.max(0, even(picture.width) - width)),
    y: clamp(even(crop.y * picture.height), 0, Math.max(0, even(picture.height) - height)),
  };
}

/**
 * How a picture of `aspect` (width over height) is laid into a frame. `covers` means that it fills the frame, its overlap
 * cut off; otherwise it stands whole in the middle of a fill. Within 2 % of the frame's shape it is let cover: a line of
 * fill beside the picture looks like a fault.
 */
export function layIn(
  aspect: number,
  frame: Size,
  fill: NonNullable<MediaEdit['fill']>,
): { picture: Size; covers: boolean } {
  const frameAspect = frame.width / frame.height;
  const covers = fill === 'crop' || Math.abs(aspect / frameAspect - 1) < 0.02;
  const byWidth = covers ? aspect <= frameAspect : aspect >= frameAspect;
  const width = byWidth ? frame.width : even(frame.height * aspect);
  const height = byWidth ? even(frame.width / aspect) : frame.height;
  return { covers, picture: { width: Math.max(2, width), height: Math.max(2, height) } };
}

/** A quarter turn swaps the sides. */
export function turned(size: Size, rotate: number): Size {
  return rotate % 180 === 0 ? size : { width: size.height, height: size.width };
}

function even(value: number): number {
  return 2 * Math.round(value / 2);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
