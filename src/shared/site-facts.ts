/** Public facts about the site, for pages and search engines. */
import type { Packages } from './pricing.ts';

export const SITE_NAME = 'VidDay';

/** Languages of the public pages; each further one needs its own URL and `hreflang`. */
export const LANGUAGES = ['en'] as const;

/** Average rating, from 1 to 5. */
export interface Rating {
  value: number;
  count: number;
}

/** Facts set by configuration. */
export interface SiteFacts {
  packages: Packages;
  /** Null: no rating is shown. */
  rating: Rating | null;
}
