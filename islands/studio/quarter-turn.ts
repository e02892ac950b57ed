import type { MediaEdit } from '../../src/shared/media-edit.ts';

const NEXT = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;

/** Degrees of an edit that is turned a quarter further, clockwise. */
export function quarterFrom({ rotate = 0 }: MediaEdit) {
  return NEXT[rotate];
}
