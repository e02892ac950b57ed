import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import { DRAWN_SIZE } from '../../../platform/ffmpeg/segment-format.ts';
import { MAX_PIXELS } from '../../../platform/ffmpeg/untrusted-input.ts';
import type { MediaEdit } from '../../../shared/contracts/media.ts';
import { cropBox, layIn, turned } from './geometry.ts';
import { asMediaError, unreadable } from './media-error.ts';
import type { PhotoFacts } from './source-facts.ts';

const BROKEN = 'This photo is damaged or did not arrive whole. Open it on your device, then add it again.';

/** Renders a photo into a 1080p frame at `target` (PNG), upright, in sRGB, without metadata. Throws AppError. */
export async function framePhoto(
  path: string,
  facts: PhotoFacts,
  edit: MediaEdit,
  folder: string,
  target: string,
  signal?: AbortSignal,
): Promise<void> {
  const readable = facts.container === 'heic' ? await decodeHeic(path, folder, signal) : path;
  try {
    await (await layPhoto(readable, facts, edit)).png({ compressionLevel: 1 }).toFile(target);
  } catch (error) {
    throw unreadable(BROKEN, error);
  }
}

/** libheif applies the rotation box; ignore the EXIF copy then. */
async function decodeHeic(path: string, folder: string, signal: AbortSignal | undefined): Promise<string> {
  await runTool('heif-convert', ['-q', '95', path, join(folder, 'decoded.jpg')], { timeLimit: 60_000, signal }).catch(
    (error) => {
      throw asMediaError(error, BROKEN);
    },
  );
  // Several pictures give decoded-1.jpg and so on; phones show the first.
  const decoded = (await readdir(folder)).filter((name) => /^decoded(-\d+)?\.jpg$/.test(name)).sort(byNumber)[0];
  if (!decoded) throw unreadable(BROKEN);
  return join(folder, decoded);
}

function byNumber(a: string, b: string): number {
  return Number(/\d+/.exec(a)?.[0] ?? 0) - Number(/\d+/.exec(b)?.[0] ?? 0);
}

async function layPhoto(path: string, facts: PhotoFacts, edit: MediaEdit): Promise<Sharp> {
  const upright = await edited(path, facts, edit);
  const aspect = upright.width / upright.height;
  const { picture, covers } = layIn(aspect, DRAWN_SIZE, edit.fill ?? 'blur');
  const flat = sharp(upright.data, { raw: upright });
  if (covers) return flat.resize({ ...DRAWN_SIZE, fit: 'cover', position: 'attention' });
  const top = await flat
    .clone()
    .resize({ ...picture, fit: 'fill' })
    .toBuffer({ resolveWithObject: true });
  const ground =
    edit.fill === 'colour'
      ? sharp({ create: { ...DRAWN_SIZE, channels: 3, background: '#3a1a30' } })
      : await blurred(flat);
  return ground.composite([{ input: top.data, raw: top.info, gravity: 'centre' }]);
}

async function blurred(picture: Sharp): Promise<Sharp> {
  const small = await picture
    .clone()
    .resize({ width: 240, height: 135, fit: 'cover' })
    .blur(5)
    .linear(0.55, 0)
    .toBuffer({ resolveWithObject: true });
  return sharp(small.data, { raw: small.info }).resize({ ...DRAWN_SIZE, fit: 'fill', kernel: 'cubic' });
}

/** Upright by EXIF, then cropped and rotated by the edit; no larger than the frame can show. */
async function edited(path: string, facts: PhotoFacts, edit: MediaEdit) {
  const opened = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', pages: 1 });
  const upright = await (facts.container === 'heic' ? opened : opened.autoOrient())
    .resize({ width: 3840, height: 3840, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fbf5ee' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (!edit.crop && !edit.rotate) return { data: upright.data, ...shape(upright.info) };
  let cut = sharp(upright.data, { raw: shape(upright.info) });
  if (edit.crop) {
    const { x, y, width, height } = cropBox(upright.info, edit.crop);
    cut = cut.extract({ left: x, top: y, width, height });
  }
  const result = await cut.raw().toBuffer({ resolveWithObject: true });
  if (!edit.rotate) return { data: result.data, ...shape(result.info) };
  const size = turned(result.info, edit.rotate);
  const rotated = await sharp(result.data, { raw: shape(result.info) })
    .rotate(edit.rotate)
    .raw()
    .toBuffer();
  return { data: rotated, width: size.width, height: size.height, channels: result.info.channels };
}

function shape(info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }) {
  return { width: info.width, height: info.height, channels: info.channels };
}
