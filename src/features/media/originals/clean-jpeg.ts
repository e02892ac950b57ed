import { type Orientation, orientationTiff, UncleanableError } from './blank-exif.ts';

const [SOI, EOI, SOS, COM] = [0xd8, 0xd9, 0xda, 0xfe];
const isApp = (marker: number) => marker >= 0xe0 && marker <= 0xef;
/** Markers without a length: restarts and TEM. */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;

/**
 * A JPEG without metadata: identical picture data, with JFIF, colour profile, Adobe marker and orientation. Drops
 * trailing data, such as a motion photo's video.
 */
export function cleanJpeg(bytes: Buffer, orientation: Orientation): Buffer[] {
  if (bytes.readUInt16BE(0) !== 0xff00 + SOI) throw new UncleanableError('not a JPEG');
  const kept = [bytes.subarray(0, 2)];
  let exif = orientation === 1 ? null : app1(orientation);
  let at = 2;
  while (at < bytes.length) {
    const start = at;
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at++];
    if (at - start < 2 || marker === undefined) break;
    if (marker === EOI) return [...kept, Buffer.from([0xff, EOI])];
    const end = isBare(marker) ? at : at + segmentLength(bytes, at);
    if (isKept(marker, bytes.subarray(at + 2, end))) {
      if (exif && marker !== 0xe0) {
        kept.push(exif);
        exif = null;
      }
      kept.push(Buffer.from([0xff, marker]), bytes.subarray(at, end));
    }
    at = end;
    if (marker !== SOS) continue;
    at = endOfScan(bytes, end);
    kept.push(bytes.subarray(end, at));
  }
  // Decoders show truncated pictures, so keep them readable.
  return [...kept, Buffer.from([0xff, EOI])];
}

function isKept(marker: number, content: Buffer): boolean {
  const startsWith = (text: string) => content.subarray(0, text.length).toString('latin1') === text;
  if (marker === COM) return false;
  if (!isApp(marker)) return true;
  if (marker === 0xe0) return startsWith('JFIF\0');
  if (marker === 0xe2) return startsWith('ICC_PROFILE\0');
  return marker === 0xee && startsWith('Adobe');
}

function segmentLength(bytes: Buffer, at: number): number {
  const length = at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0;
  if (length < 2) throw new UncleanableError('a JPEG segment without a length');
  return length;
}

/** End of the coded data: the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0x00 && next !== 0xff && !isBare(next)) return at;
    at = bytes.indexOf(0xff, at + 1);
  }
  return bytes.length;
}

function app1(orientation: Orientation): Buffer {
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationTiff(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
