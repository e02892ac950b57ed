import type { OccasionType } from '../../src/shared/occasions.ts';

/** Where a VidDay for this occasion is begun. */
export function startPath(type: OccasionType): string {
  return `/start-a-vidday?occasion=${type === 'other' ? 'custom' : type}`;
}
