import * as z from 'zod';

const words = z.string().max(200).default('');

/** Fields of an address in a form without script. */
export const shipToFields = {
  name: words,
  line1: words,
  line2: words,
  city: words,
  region: words,
  postalCode: words,
  country: words,
  phone: words,
};

const shipToForm = z.object(shipToFields);

/** The address that a form describes; still to be checked. */
export function shipToOf({ name, line1, city, country, ...more }: z.output<typeof shipToForm>) {
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
