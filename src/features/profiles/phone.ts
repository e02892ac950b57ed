import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * A phone number as E.164, such as `+4917012345678`; null where it is none that can be called. Without a country code
 * (`0170 1234567`) it is read as one of `country`. Pure.
 */
export function readPhone(text: string, country: string | null): string | null {
  const home = country !== null && isSupportedCountry(country) ? country : undefined;
  const number = parsePhoneNumberFromString(text, home && { defaultCountry: home });
  // An extension is dropped by E.164, and the number would reach somebody else.
  return number?.isValid() && !number.ext ? number.number : null;
}

/** `+4917012345678` as `+49 170 12345678`. */
export function phoneInWords(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}
