import type { OccasionType } from '../../src/shared/occasions.ts';

/** URL of the start form for this occasion. */
export function startPath(type: OccasionType): string {
  return `/start-a-vidday?occasion=${type === 'other' ? 'custom' : type}`;
}
