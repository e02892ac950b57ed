import { bytesBelow } from '../../platform/storage/bytes-below.ts';

/** Bytes of all versions of an event’s film, in all shapes. */
export function filmBytesOf(eventId: string): Promise<number> {
  return bytesBelow(`films/${eventId}/`);
}

/** Bytes of all films. Walks every file: for a worker, not for a request. */
export function allFilmBytes(): Promise<number> {
  return bytesBelow('films/');
}
