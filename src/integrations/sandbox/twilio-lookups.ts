import {
  type CountryCode,
  isSupportedCountry,
  type NumberType,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';

const TYPES: Readonly<Record<NonNullable<NumberType>, string>> = {
  MOBILE: 'mobile',
  FIXED_LINE: 'landline',
  FIXED_LINE_OR_MOBILE: 'mobile',
  VOIP: 'nonFixedVoip',
  TOLL_FREE: 'tollFree',
  PREMIUM_RATE: 'premium',
  SHARED_COST: 'sharedCost',
  PERSONAL_NUMBER: 'personal',
  PAGER: 'pager',
  UAN: 'uan',
  VOICEMAIL: 'voicemail',
};

/** An answer of Lookup v2, from the published number plans. */
export function lookUp(typed: string, query: URLSearchParams): object {
  const asked = query.get('CountryCode') ?? 'US';
  const country = isSupportedCountry(asked) ? asked : 'US';
  const number = parsePhoneNumberFromString(typed, country);
  const isValid = number?.isValid() ?? false;
  const type = number?.getType();
  const wantsType = (query.get('Fields') ?? '').split(',').includes('line_type_intelligence');
  return {
    calling_country_code: isValid ? (number?.countryCallingCode ?? null) : null,
    country_code: isValid ? (number?.country ?? null) : null,
    phone_number: number?.number ?? typed,
    national_format: isValid ? (number?.formatNational() ?? null) : null,
    valid: isValid,
    validation_errors: isValid ? null : [problemOf(typed, country)],
    caller_name: null,
    line_type_intelligence:
      isValid && wantsType
        ? {
            error_code: null,
            mobile_country_code: null,
            mobile_network_code: null,
            carrier_name: 'Sandbox',
            type: type ? TYPES[type] : 'unknown',
          }
        : null,
    url: `https://lookups.twilio.com/v2/PhoneNumbers/${encodeURIComponent(typed)}`,
  };
}

function problemOf(typed: string, country: CountryCode): string {
  const problem = validatePhoneNumberLength(typed, country);
  if (problem === undefined) return 'INVALID_BUT_POSSIBLE';
  return problem === 'INVALID_COUNTRY' ? 'INVALID_COUNTRY_CODE' : problem;
}
