import type { MediaEdit } from '../../../shared/media-edit.ts';

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

/** The box kept by a crop (fractions), in even pixels, never empty and within the picture. */
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
 * Lays a picture of `aspect` (width / height) into a frame. `covers`: fills the frame, cropped; otherwise centred on a
 * fill. Within 2 % of the frame's shape it covers, because a thin line of fill looks like a fault.
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

/**
 * The middle of a picture that is left when it is turned by `degrees`, with its own shape and no empty corner; in even
 * pixels.
 */
export function straightened({ width, height }: Size, degrees: number): Size {
  const angle = (Math.abs(degrees) * Math.PI) / 180;
  const zoom = Math.cos(angle) + Math.sin(angle) * Math.max(width / height, height / width);
  return { width: Math.max(2, evenDown(width / zoom)), height: Math.max(2, evenDown(height / zoom)) };
}

function evenDown(value: number): number {
  return 2 * Math.floor(value / 2);
}

/** A quarter turn swaps width and height. */
export function turned(size: Size, rotate: number): Size {
  return rotate % 180 === 0 ? size : { width: size.height, height: size.width };
}

function even(value: number): number {
  return 2 * Math.round(value / 2);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
