import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * A telephone number as it is stored: E.164 if it has a country code, otherwise its digits, which a phone at home can
 * still dial. Null for anything else.
 */
export function readNumber(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed.replace(/^\s*00/, '+'));
  if (number?.isPossible()) return number.number;
  const digits = typed.replace(/[\s()./-]/g, '');
  return /^\d{5,15}$/.test(digits) ? digits : null;
}

/** Whether two numbers are the same phone, with or without country code. */
export function isSameNumber(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].map((each) => each.replace(/\D/g, '').replace(/^0+/, '')).sort(byLength);
  return short.length >= 7 && long.endsWith(short);
}

function byLength(one: string, other: string): number {
  return one.length - other.length;
}
