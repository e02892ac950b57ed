import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { containerOf } from '../prepare/content-type.ts';
import { type Orientation, UncleanableError } from './blank-exif.ts';
import { cleanHeic } from './clean-heic.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';
import { cleanStream } from './clean-stream.ts';
import { cleanWebp } from './clean-webp.ts';

/**
 * Copies an untrusted file without metadata: position, device, owner, times and texts. Encodes nothing. Throws
 * UncleanableError, ToolError or WRONG_TYPE on failure.
 */
export async function cleanFile(source: string, target: string, signal?: AbortSignal): Promise<void> {
  const container = await containerOf(source);
  if (container.family === 'stream') return cleanStream(source, target, container, signal);
  const bytes = await readFile(source);
  await writeFile(target, cleanPicture(bytes, container.format, await orientationOf(source)));
}

function cleanPicture(bytes: Buffer, format: 'jpeg' | 'png' | 'webp' | 'heic', orientation: Orientation): Buffer[] {
  try {
    if (format === 'jpeg') return cleanJpeg(bytes, orientation);
    if (format === 'png') return cleanPng(bytes, orientation);
    return format === 'webp' ? cleanWebp(bytes, orientation) : cleanHeic(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new UncleanableError('a picture that ends early', { cause: error });
    throw error;
  }
}

/** 1 if the header can't be read. */
async function orientationOf(path: string): Promise<Orientation> {
  const head = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return ORIENTATIONS.find((each) => each === head?.orientation) ?? 1;
}

const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
