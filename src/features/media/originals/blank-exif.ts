/** Values of EXIF's orientation: how a picture is turned or mirrored to be upright. 1 is as stored. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** A TIFF block that holds the orientation and nothing else; 26 bytes. */
export function orientationTiff(orientation: Orientation): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** A file whose structure does not hold what it promises: it can't be cleaned, so it is not handed out. */
export class UncleanableError extends Error {
  override readonly name = 'UncleanableError';
}
