import { bytesBelow } from '../../platform/storage/bytes-below.ts';

/** Bytes of an event’s archives. */
export function keepsakeBytesOf(eventId: string): Promise<number> {
  return bytesBelow(`keepsakes/${eventId}/`);
}

/** Bytes of all archives. Walks every file: for a worker, not for a request. */
export function allKeepsakeBytes(): Promise<number> {
  return bytesBelow('keepsakes/');
}
