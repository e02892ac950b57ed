import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '../../platform/errors.ts';
import { MAX_PIXELS } from '../../platform/ffmpeg/untrusted-input.ts';

export interface DrawnPicture {
  width: number;
  type: 'image/avif' | 'image/webp';
  bytes: Buffer;
}

/** Sides of the squares, in pixels. */
export const PICTURE_SIZES = [256, 512] as const;

/** By content, never by name; SVG above all is no picture here. */
const READ = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/avif', 'image/gif']);
const SECONDS = 10;

/**
 * Re-encodes an uploaded picture: upright, cropped to a square around its subject, without metadata. WRONG_TYPE if it
 * is no picture, UNREADABLE_MEDIA if it is broken or too large.
 */
export async function drawPicture(bytes: Buffer): Promise<DrawnPicture[]> {
  const found = await fileTypeFromBuffer(bytes);
  if (!found || !READ.has(found.mime)) {
    throw new AppError('WRONG_TYPE', { message: 'Please choose a photo: JPEG, PNG, WebP, AVIF or GIF.' });
  }
  try {
    return await squares(bytes);
  } catch (cause) {
    throw new AppError('UNREADABLE_MEDIA', {
      message: 'We couldn’t open this picture. Save it again on your device, or choose another.',
      cause,
    });
  }
}

async function squares(bytes: Buffer): Promise<DrawnPicture[]> {
  const [small, large] = PICTURE_SIZES;
  const square = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', pages: 1 })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize({ width: large, height: large, fit: 'cover', position: 'attention' })
    .flatten({ background: '#fbf5ee' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = square.info;
  return Promise.all(
    [small, large].flatMap((side) => {
      const drawn = () => sharp(square.data, { raw: { width, height, channels } }).resize(side, side);
      return [
        encoded(side, 'image/avif', drawn().avif({ quality: 60, effort: 3 })),
        encoded(side, 'image/webp', drawn().webp({ quality: 82 })),
      ];
    }),
  );
}

async function encoded(width: number, type: DrawnPicture['type'], picture: Sharp): Promise<DrawnPicture> {
  return { width, type, bytes: await picture.toBuffer() };
}
