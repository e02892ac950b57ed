import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { type FilmFrame, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import { MAX_PIXELS } from '../../../platform/ffmpeg/untrusted-input.ts';
import type { MediaEdit } from '../../../shared/media-edit.ts';
import { colourPixels } from './colour-look.ts';
import { cropBox, layIn, type Size, straightened } from './geometry.ts';
import { heicForOldDecoders } from './heic-boxes.ts';
import { asMediaError, unreadable } from './media-error.ts';
import type { PhotoFacts } from './source-facts.ts';

const BROKEN = 'This photo is damaged or did not arrive whole. Open it on your device, then add it again.';

/**
 * Renders a photo into a frame of the film at `target` (PNG), upright, in sRGB, without metadata. Throws AppError.
 * @returns the photo's size in the frame
 */
export async function framePhoto(
  path: string,
  facts: PhotoFacts,
  edit: MediaEdit,
  folder: string,
  target: string,
  signal?: AbortSignal,
  { pictures }: FilmFrame = WIDE,
): Promise<Size> {
  const readable = await decoded(path, facts, folder, signal);
  try {
    const { frame, picture } = await layPhoto(readable, facts, edit, pictures);
    await (await inLook(frame, edit.look)).png({ compressionLevel: 1 }).toFile(target);
    return picture;
  } catch (error) {
    throw unreadable(BROKEN, error);
  }
}

/**
 * Pixels of a photo in sRGB, turned and cropped by an edit, at most as large as 4K shows them. Throws AppError.
 * @param folder for a file in between
 */
export async function uprightPhoto(
  path: string,
  facts: PhotoFacts,
  edit: MediaEdit,
  folder: string,
  signal?: AbortSignal,
): Promise<Pixels> {
  const readable = await decoded(path, facts, folder, signal);
  try {
    return await edited(readable, facts, edit);
  } catch (error) {
    throw unreadable(BROKEN, error);
  }
}

async function decoded(
  path: string,
  { container }: PhotoFacts,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  return container === 'heic' ? decodeHeic(path, folder, signal) : path;
}

/** libheif applies the rotation box; ignore the EXIF copy then. */
async function decodeHeic(path: string, folder: string, signal: AbortSignal | undefined): Promise<string> {
  const source = await heicForOldDecoders(path, join(folder, 'decodable.heic'));
  const options = { timeLimit: 60_000, signal };
  await runTool('heif-convert', ['-q', '95', source, join(folder, 'decoded.jpg')], options).catch((error) => {
    throw asMediaError(error, BROKEN);
  });
  // Several pictures give decoded-1.jpg and so on; phones show the first.
  const made = (await readdir(folder)).filter((name) => /^decoded(-\d+)?\.jpg$/.test(name)).sort(byNumber)[0];
  if (!made) throw unreadable(BROKEN);
  return join(folder, made);
}

function byNumber(a: string, b: string): number {
  return Number(/\d+/.exec(a)?.[0] ?? 0) - Number(/\d+/.exec(b)?.[0] ?? 0);
}

async function inLook(picture: Sharp, look: MediaEdit['look']): Promise<Sharp> {
  if (!look) return picture;
  const { data, info } = await picture.removeAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return sharp(colourPixels(data, look), { raw: shape(info) });
}

async function layPhoto(
  path: string,
  facts: PhotoFacts,
  edit: MediaEdit,
  size: Size,
): Promise<{ frame: Sharp; picture: Size }> {
  const upright = await edited(path, facts, edit);
  const aspect = upright.width / upright.height;
  const { picture, covers } = layIn(aspect, size, edit.fill ?? 'blur');
  const flat = sharp(upright.data, { raw: upright });
  if (covers) {
    return { frame: flat.resize({ ...size, fit: 'cover', position: 'attention' }), picture: size };
  }
  const top = await flat
    .clone()
    .resize({ ...picture, fit: 'fill' })
    .toBuffer({ resolveWithObject: true });
  const ground =
    edit.fill === 'colour'
      ? sharp({ create: { ...size, channels: 3, background: '#3a1a30' } })
      : await blurred(flat, size);
  return { frame: ground.composite([{ input: top.data, raw: top.info, gravity: 'centre' }]), picture };
}

async function blurred(picture: Sharp, size: Size): Promise<Sharp> {
  const scale = 240 / Math.max(size.width, size.height);
  const small = await picture
    .clone()
    .resize({ width: Math.round(size.width * scale), height: Math.round(size.height * scale), fit: 'cover' })
    .blur(5)
    .linear(0.55, 0)
    .toBuffer({ resolveWithObject: true });
  return sharp(small.data, { raw: small.info }).resize({ ...size, fit: 'fill', kernel: 'cubic' });
}

/** Upright by EXIF, then straightened, cropped, rotated and mirrored by the edit; no larger than the frame can show. */
async function edited(path: string, facts: PhotoFacts, edit: MediaEdit) {
  const opened = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', pages: 1 });
  const upright = await (facts.container === 'heic' ? opened : opened.autoOrient())
    .resize({ width: 3840, height: 3840, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fbf5ee' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  let pixels: Pixels = { data: upright.data, ...shape(upright.info) };
  if (edit.straighten) pixels = await straight(pixels, edit.straighten);
  if (edit.crop) {
    const { x, y, width, height } = cropBox(pixels, edit.crop);
    pixels = await changed(pixels, (picture) => picture.extract({ left: x, top: y, width, height }));
  }
  const { rotate, flip } = edit;
  if (rotate) pixels = await changed(pixels, (picture) => picture.rotate(rotate));
  if (flip) pixels = await changed(pixels, (picture) => (flip === 'horizontal' ? picture.flop() : picture.flip()));
  return pixels;
}

export type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };

async function changed(pixels: Pixels, change: (picture: Sharp) => Sharp): Promise<Pixels> {
  const { data, info } = await change(sharp(pixels.data, { raw: shape(pixels) }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, ...shape(info) };
}

async function straight(pixels: Pixels, degrees: number): Promise<Pixels> {
  const size = straightened(pixels, degrees);
  const turnedPixels = await changed(pixels, (picture) => picture.rotate(degrees));
  const left = Math.floor((turnedPixels.width - size.width) / 2);
  const top = Math.floor((turnedPixels.height - size.height) / 2);
  return changed(turnedPixels, (picture) => picture.extract({ left, top, ...size }));
}

function shape(info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }) {
  return { width: info.width, height: info.height, channels: info.channels };
}
