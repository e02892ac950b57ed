import { type Orientation, orientationTiff, UncleanableError } from './blank-exif.ts';

const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];

/** A WebP without EXIF, XMP and unknown chunks; identical picture data, with colours and orientation. */
export function cleanWebp(bytes: Buffer, orientation: Orientation): Buffer[] {
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') throw new UncleanableError('not a WebP');
  const kept: Buffer[] = [];
  let isExtended = false;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (KEPT.has(type)) {
      const chunk = Buffer.from(bytes.subarray(at, end));
      isExtended ||= type === 'VP8X';
      if (type === 'VP8X' && chunk.length > 8)
        chunk[8] = ((chunk[8] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (orientation === 1 ? 0 : HAS_EXIF);
      kept.push(chunk);
    }
    at = end;
  }
  // A simple WebP can't store an orientation.
  if (isExtended && orientation !== 1) kept.push(exifChunk(orientation));
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeUInt32LE(4 + kept.reduce((sum, chunk) => sum + chunk.length, 0), 4);
  return [head, ...kept];
}

function exifChunk(orientation: Orientation): Buffer {
  const tiff = orientationTiff(orientation);
  const chunk = Buffer.alloc(8 + tiff.length);
  chunk.write('EXIF', 0, 'latin1');
  chunk.writeUInt32LE(tiff.length, 4);
  tiff.copy(chunk, 8);
  return chunk;
}
