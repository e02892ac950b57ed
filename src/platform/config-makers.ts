import type * as z from 'zod';
import { type AddOnId, SOLD_IDS } from '../shared/catalogue.ts';
import type { Config } from './config.ts';
import type { environment } from './environment.ts';

/** In the payment sandbox nobody pays, so everything that is sold can be tried. */
export function toOffers(env: z.output<typeof environment>): readonly AddOnId[] {
  if (env.OFFERS === undefined && !env.STRIPE_SECRET_KEY) return SOLD_IDS;
  const own = env.OFFERS ?? [];
  const made: AddOnId[] = [
    ...(env.ACUTRACK_URL ? (['dvd', 'usb'] as const) : []),
    ...(env.HEIRLOOM_URL ? (['book'] as const) : []),
    ...(env.LOB_API_KEY ? (['postcard'] as const) : []),
  ];
  return [...new Set([...own, ...made])].filter((id) => SOLD_IDS.includes(id));
}

/** Those who make what is sent by post; null: not set up. */
export function toMakers(env: z.output<typeof environment>): Config['makers'] {
  return {
    lob: env.LOB_API_KEY
      ? { apiKey: env.LOB_API_KEY, webhookSecret: env.LOB_WEBHOOK_SECRET ?? '', from: env.LOB_FROM ?? null }
      : null,
    acutrack: env.ACUTRACK_URL
      ? {
          url: env.ACUTRACK_URL,
          dealerId: env.ACUTRACK_DEALER_ID ?? '',
          password: env.ACUTRACK_PASSWORD ?? '',
          webhookSecret: env.ACUTRACK_WEBHOOK_SECRET ?? '',
        }
      : null,
    heirloom: env.HEIRLOOM_URL ? { url: env.HEIRLOOM_URL, key: env.HEIRLOOM_KEY ?? '' } : null,
    hasSandbox: env.NODE_ENV !== 'production' && !env.STRIPE_SECRET_KEY,
  };
}
