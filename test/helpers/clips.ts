import { randomBytes } from 'node:crypto';

/** Bytes that begin like an MP4 and are different each time: enough for uploads, which never decode. */
export function mp4Bytes(size: number): Buffer {
  const bytes = randomBytes(size);
  Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431', 'hex').copy(bytes);
  return bytes;
}
