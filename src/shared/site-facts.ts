/** What the site says of itself in public: one place for each fact that pages and search engines are told. */
import { CURRENCY, PACKAGES } from './pricing.ts';

export const SITE_NAME = 'VidDay';

/** The price that is shown: what the smallest package costs, in cents. */
export const DISPLAYED_PRICE = { amount: PACKAGES[0].amount, currency: CURRENCY } as const;

export const RATING = { value: 4.9, count: 1823, best: 5 } as const;

/** Languages that every public page is there in; each further one gets its own address and `hreflang`. */
export const LANGUAGES = ['en'] as const;
