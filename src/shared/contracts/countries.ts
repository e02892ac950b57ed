import * as z from 'zod';
import { contract } from '../contract.ts';

const country = z.object({
  /** ISO 3166-1 alpha-2. */
  code: z.string(),
  /** In English. */
  name: z.string(),
  /** In its main language. */
  nativeName: z.string(),
  /** Phone prefix such as `+49`; empty where it has none. */
  phonePrefix: z.string(),
  /** ISO 4217; null where it has none. */
  currency: z.string().nullable(),
  /** Flag emoji. */
  emoji: z.string(),
});
export type Country = z.infer<typeof country>;

export const listCountries = contract({
  method: 'GET',
  path: '/api/v2/geo-countries',
  summary: 'All countries with their names, phone prefixes, currencies and flags. Cacheable for a day.',
  access: 'anyone',
  query: z.object({ sortBy: z.enum(['name', 'code'], 'Sort by name or code.').default('name') }),
  response: z.array(country),
});
