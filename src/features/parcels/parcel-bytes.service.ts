import { bytesBelow } from '../../platform/storage/bytes-below.ts';

/** Bytes of what makers print and burn for an event. */
export function parcelBytesOf(eventId: string): Promise<number> {
  return bytesBelow(`parcels/${eventId}/`);
}

/** The same of all events. Walks every file: for a worker, not for a request. */
export function allParcelBytes(): Promise<number> {
  return bytesBelow('parcels/');
}
