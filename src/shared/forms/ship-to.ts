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
