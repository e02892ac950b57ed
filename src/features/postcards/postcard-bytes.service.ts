import { bytesBelow } from '../../platform/storage/bytes-below.ts';

/** Bytes of the pictures of an event’s postcards. */
export function postcardBytesOf(eventId: string): Promise<number> {
  return bytesBelow(`postcards/${eventId}/`);
}

/** The same of all events. Walks every file: for a worker, not for a request. */
export function allPostcardBytes(): Promise<number> {
  return bytesBelow('postcards/');
}
