import { type OccasionType, occasionPath, occasionsAt } from '../../src/shared/occasions.ts';
import { anniversary } from './anniversary.content.ts';
import { babyShower } from './baby-shower.content.ts';
import { barMitzvah } from './bar-mitzvah.content.ts';
import { birthday } from './birthday.content.ts';
import { business } from './business.content.ts';
import type { OccasionContent } from './content.ts';
import { farewell } from './farewell.content.ts';
import { fathersDay } from './fathers-day.content.ts';
import { getWell } from './get-well.content.ts';
import { graduation } from './graduation.content.ts';
import { holiday } from './holiday.content.ts';
import { memorial } from './memorial.content.ts';
import { mothersDay } from './mothers-day.content.ts';
import { recognition } from './recognition.content.ts';
import { retirement } from './retirement.content.ts';
import { school } from './school.content.ts';
import { thankYou } from './thank-you.content.ts';
import { valentinesDay } from './valentines-day.content.ts';
import { wedding } from './wedding.content.ts';

/**
 * Texts of all occasion pages. To add one, add an entry in the catalogue (`src/shared/occasions.ts`) and a content file
 * listed here; page, sitemap, lists and JSON-LD follow. `scripts/make-cards.mjs` draws its card for shared links.
 */
export const OCCASION_CONTENTS: readonly OccasionContent[] = [
  birthday,
  anniversary,
  thankYou,
  school,
  graduation,
  business,
  recognition,
  retirement,
  farewell,
  wedding,
  mothersDay,
  fathersDay,
  valentinesDay,
  getWell,
  memorial,
  babyShower,
  barMitzvah,
  holiday,
];

/** The page of an occasion; none for those that lead straight to the start form. */
export function contentOf(type: OccasionType): OccasionContent | undefined {
  const path = occasionPath(type);
  return OCCASION_CONTENTS.find((content) => occasionPath(content.type) === path);
}

/** Other occasions that share the page. */
export function sharersOf({ type }: OccasionContent) {
  return occasionsAt(occasionPath(type)).filter((each) => each.type !== type);
}
