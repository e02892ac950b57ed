import { bytesBelow } from '../../platform/storage/bytes-below.ts';

/** Bytes that clips take. */
export interface ClipBytes {
  originals: number;
  /** Segments of clips and films, first looks, posters, and copies for editing and enlarging. */
  prepared: number;
}

/** What an event's clips take. */
export function clipBytesOf(eventId: string): Promise<ClipBytes> {
  return measured(`${eventId}/`);
}

/** What all clips take. Walks every file: for a worker, not for a request. */
export function allClipBytes(): Promise<ClipBytes> {
  return measured('');
}

async function measured(below: string): Promise<ClipBytes> {
  const [originals, prepared] = await Promise.all([
    bytesBelow(`originals/${below}`),
    bytesBelow(...['prepared', 'posters', 'photos', 'upscaled'].map((folder) => `${folder}/${below}`)),
  ]);
  return { originals, prepared };
}
