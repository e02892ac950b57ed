import * as z from 'zod';
import { contract } from '../contract.ts';

export const country = z.object({
  /** ISO 3166-1, two capital letters. */
  code: z.string(),
  /** In English. */
  name: z.string(),
  /** In its own main language. */
  nativeName: z.string(),
  /** What its phone numbers begin with, such as `+49`; empty where it has none of its own. */
  phonePrefix: z.string(),
  /** ISO 4217; null where it has none. */
  currency: z.string().nullable(),
  /** Its flag. */
  emoji: z.string(),
});
export type Country = z.infer<typeof country>;

export const listCountries = contract({
  method: 'GET',
  path: '/api/v2/geo-countries',
  summary: 'All countries with their names, phone prefixes, currencies and flags. May be kept for a day.',
  access: 'anyone',
  query: z.object({ sortBy: z.enum(['name', 'code'], 'Sort by name or code.').default('name') }),
  response: z.array(country),
});
