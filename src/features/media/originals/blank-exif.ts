/** EXIF orientation: rotation and mirroring for display. 1: as stored. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** A TIFF block with only the orientation; 26 bytes. */
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

/** The file's structure is invalid, so it can't be cleaned or downloaded. */
export class UncleanableError extends Error {
  override readonly name = 'UncleanableError';
}
