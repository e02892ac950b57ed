import { createHash } from 'node:crypto';

/** Raise it when the same edit of a photo would look different. */
const PAINT_VERSION = 1;

/** Hash of a photo's content as it is painted, in hex. @param edit JSON */
export function paintedHash(sha256: string, edit: string): string {
  return createHash('sha256').update(`painted ${PAINT_VERSION}\n${sha256}\n${edit}`).digest('hex');
}
