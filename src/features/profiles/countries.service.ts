import { countries, getEmojiFlag, type TCountryCode } from 'countries-list';
import type { Country } from '../../shared/contracts/countries.ts';
import { keysOf } from '../../shared/known-values.ts';

const COUNTRIES: readonly Country[] = keysOf(countries).map((code) => {
  const { name, native, phone, currency } = countries[code];
  return {
    code,
    name,
    nativeName: native,
    phonePrefix: phone[0] ? `+${phone[0]}` : '',
    currency: currency[0] ?? null,
    emoji: getEmojiFlag(code),
  };
});

const inEnglish = new Intl.Collator('en');
const ORDERS = {
  name: COUNTRIES.toSorted((a, b) => inEnglish.compare(a.name, b.name)),
  code: COUNTRIES.toSorted((a, b) => (a.code < b.code ? -1 : 1)),
} as const;

/** All countries, in the order of their English names or of their codes. */
export function listCountries(sortBy: 'name' | 'code' = 'name'): Country[] {
  return [...ORDERS[sortBy]];
}

/** Whether `code` is a country's (two capital letters). */
export function isCountry(code: string): code is TCountryCode {
  return Object.hasOwn(countries, code);
}
