/** What the site says of itself in public: one place for each fact that pages and search engines are told. */
import type { Packages } from './pricing.ts';

export const SITE_NAME = 'VidDay';

/** Languages that every public page is there in; each further one gets its own address and `hreflang`. */
export const LANGUAGES = ['en'] as const;

/** How people rate it, from 1 to 5. */
export interface Rating {
  value: number;
  count: number;
}

/** The facts that configuration decides. */
export interface SiteFacts {
  packages: Packages;
  /** Null where nothing is said of it. */
  rating: Rating | null;
}
