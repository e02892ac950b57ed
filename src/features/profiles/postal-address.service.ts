import { countries } from 'countries-list';
import { formatAddress } from 'localized-address-format';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { AppError } from '../../platform/errors.ts';
import type { PostalAddress } from '../../shared/contracts/postcards.ts';
import { isCountry } from './countries.service.ts';

/** What is wrong with an address, and in which of its fields. */
export interface AddressProblem {
  field: keyof PostalAddress;
  message: string;
}

/** Longest lines that printers of postcards take. */
const LONGEST = { name: 40, line: 64 } as const;
/** Countries whose post wants a region, by Google's address data. */
const WITH_REGION = new Set('US CA AU BR MX IN JP CN KR TW AE'.split(' '));
/** Countries that have postcodes and deliver without. */
const WITHOUT_CODE = new Set('IE AR BO CL CO CR EC GT HK HN JM NI PA PE PY SV UY VE ZW KE NG'.split(' '));
const MARK = 'MARK';

const optional = { type: String, default: null } as const;

/** An address as it is stored: whole or half, as it was typed. */
export const ADDRESS_FIELDS = {
  name: { type: String, default: '' },
  line1: { type: String, default: '' },
  line2: optional,
  city: { type: String, default: '' },
  region: optional,
  postalCode: optional,
  country: { type: String, required: true },
  phone: optional,
} as const;

type Lines = 'line2' | 'region' | 'postalCode' | 'phone';

/** A stored address with null for what it does not have. */
export function toPostalAddress(stored: Omit<PostalAddress, Lines> & { [K in Lines]?: string | null }): PostalAddress {
  const { name, line1, line2, city, region, postalCode, country, phone } = stored;
  return {
    name,
    line1,
    line2: line2 ?? null,
    city,
    region: region ?? null,
    postalCode: postalCode ?? null,
    country,
    phone: phone ?? null,
  };
}

/** The lines of an address as its country writes them, the country last and in capitals. */
export function linesOfAddress(address: PostalAddress): string[] {
  const { name, line1, line2, city, region, postalCode, country } = address;
  const lines = formatAddress(
    {
      postalCountry: country,
      name,
      // Some formats have no line for a city, such as the one of Japan in Latin letters.
      addressLines: [line1, line2 ?? '', hasPlaceFor('locality', country) ? '' : city].filter(Boolean),
      locality: city,
      administrativeArea: region ?? '',
      postalCode: postalCode ?? '',
    },
    'latin',
  );
  const end = isCountry(country) ? countries[country].name.toUpperCase() : country;
  const whole = [...lines, end].filter((line) => line.trim() !== '').join('\n');
  return whole.replace(/\n(?=,)/g, '').split('\n');
}

/** Checks an address by the rules of its country; empty if the post can deliver to it. */
export function problemsOfAddress(address: PostalAddress): AddressProblem[] {
  const { name, line1, line2, city, region, country } = address;
  if (!isCountry(country)) return [{ field: 'country', message: 'Please choose a country.' }];
  const code = address.postalCode?.trim() ?? '';
  const wrong: (AddressProblem | null)[] = [
    name === '' ? { field: 'name', message: 'Who is it for?' } : tooLong('name', name, LONGEST.name),
    line1 === ''
      ? { field: 'line1', message: 'Please enter a street and number.' }
      : tooLong('line1', line1, LONGEST.line),
    tooLong('line2', line2 ?? '', LONGEST.line),
    city === '' && hasPlaceFor('locality', country) ? { field: 'city', message: 'Please enter a city.' } : null,
    !region && WITH_REGION.has(country) ? { field: 'region', message: regionWords(country) } : null,
    codeProblem(code, country),
  ];
  return wrong.filter((each) => each !== null);
}

/** FIELDS_REFUSED with what is wrong with an address of an order, by the rules of its country. */
export function requireDeliverable(shipTo: PostalAddress): void {
  const problems = problemsOfAddress(shipTo);
  const [first] = problems;
  if (!first) return;
  const fields = Object.fromEntries(problems.map(({ field, message }) => [`shipTo.${field}`, message]));
  throw new AppError('FIELDS_REFUSED', { message: first.message, fields });
}

function codeProblem(code: string, country: string): AddressProblem | null {
  const field = 'postalCode' as const;
  const isKnown = postcodeValidatorExistsForCountry(country) && hasPlaceFor('postalCode', country);
  if (code === '') {
    return isKnown && !WITHOUT_CODE.has(country) ? { field, message: 'Please enter a postcode.' } : null;
  }
  if (!isKnown || postcodeValidator(code.toUpperCase(), country)) return null;
  return { field, message: 'This doesn’t look like a postcode there. Please check it.' };
}

function tooLong(field: AddressProblem['field'], text: string, most: number): AddressProblem | null {
  return text.length > most ? { field, message: `At most ${most} characters fit on one line.` } : null;
}

/** Whether a country's addresses have such a line at all. */
function hasPlaceFor(part: 'locality' | 'postalCode', country: string): boolean {
  return formatAddress({ postalCountry: country, [part]: MARK }, 'latin').some((line) => line.includes(MARK));
}

function regionWords(country: string): string {
  return country === 'CA' ? 'Please enter a province.' : 'Please enter a state or region.';
}
