import { bytesBelow } from '../../platform/storage/bytes-below.ts';

/** Bytes of all profile pictures. Walks every file: for a worker, not for a request. */
export function allPictureBytes(): Promise<number> {
  return bytesBelow('pictures/');
}
