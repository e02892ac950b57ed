import { crc32 } from 'node:zlib';
import { type Orientation, orientationTiff, UncleanableError } from './blank-exif.ts';

const SIGNATURE = 8;
const KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT'.split(' '),
);

/** A PNG without texts, times and EXIF; identical picture data, with colours and orientation. */
export function cleanPng(bytes: Buffer, orientation: Orientation): Buffer[] {
  const kept = [bytes.subarray(0, SIGNATURE)];
  for (let at = SIGNATURE; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (KEPT.has(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IHDR' && orientation !== 1) kept.push(exifChunk(orientation));
    if (type === 'IEND') return kept;
    at = end;
  }
  throw new UncleanableError('a PNG without an end');
}

function exifChunk(orientation: Orientation): Buffer {
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), orientationTiff(orientation)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), chunk.length - 4);
  return chunk;
}
