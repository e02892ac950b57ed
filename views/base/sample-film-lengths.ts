import type { OccasionType } from '../../src/shared/occasions.ts';

/** Seconds of the sample films in `static/films`; written by `scripts/make-sample-films.mjs`. */
export const SAMPLE_FILM_LENGTHS: Partial<Record<OccasionType, number>> = {
  anniversary: 29.6,
  babyshower: 29.6,
  barmitzvah: 28.6,
  birthday: 28.6,
  business: 28.6,
  farewell: 28.6,
  fathers: 28.6,
  getwell: 28.6,
  graduation: 28.6,
  holiday: 28.6,
  memorial: 31.6,
  mothers: 28.6,
  recognition: 28.6,
  retirement: 29.6,
  school: 28.6,
  thankyou: 28.6,
  valentines: 29.6,
  wedding: 28.6,
};
