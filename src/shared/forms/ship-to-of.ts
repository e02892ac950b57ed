/** What somebody typed in the fields of an address; empty where they left one out. */
export type TypedAddress = Record<
  'name' | 'line1' | 'line2' | 'city' | 'region' | 'postalCode' | 'country' | 'phone',
  string
>;

/** The address that a form describes; still to be checked. */
export function shipToOf({ name, line1, city, country, ...more }: TypedAddress) {
  return {
    name,
    line1,
    line2: more.line2 || null,
    city,
    region: more.region || null,
    postalCode: more.postalCode || null,
    country,
    phone: more.phone || null,
  };
}
