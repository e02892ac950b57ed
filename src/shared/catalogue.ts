import { keysOf } from './known-values.ts';
import { LARGE_FILM } from './pricing.ts';

/** What is sold beside the packages. Integer cents, US dollars, tax included. */
export interface AddOn {
  name: string;
  description: string;
  /** For one. */
  amount: number;
  /** Another price outside the United States. */
  abroad?: number;
  /** `addon` belongs to the film or event; a `thing` is made or planted for it. */
  kind: 'addon' | 'thing';
  /** Most of it in a cart. */
  most: number;
  /** Goes by parcel, which costs shipping. */
  ships: boolean;
}

/** In the order of the checkout. */
export const ADD_ONS = {
  large: { name: '4K', description: 'Worth it on a big TV', amount: LARGE_FILM, kind: 'addon', most: 1, ships: false },
  originals: {
    name: 'Another year of originals',
    description: 'We keep every clip as it was recorded for another year',
    amount: 500,
    kind: 'addon',
    most: 1,
    ships: false,
  },
  postcard: {
    name: 'Postcard with a QR code',
    description: '$3.99 outside the US',
    amount: 299,
    abroad: 399,
    kind: 'thing',
    most: 50,
    ships: false,
  },
  dvd: {
    name: 'DVD in a case',
    description: 'Plays in any player, plus shipping',
    amount: 2499,
    kind: 'thing',
    most: 50,
    ships: true,
  },
  usb: {
    name: 'USB stick',
    description: 'The film and every original, plus shipping',
    amount: 3499,
    kind: 'thing',
    most: 50,
    ships: true,
  },
  book: {
    name: 'Video book',
    description: 'Opens and plays by itself, plus shipping',
    amount: 6900,
    kind: 'thing',
    most: 20,
    ships: true,
  },
  tree: {
    name: 'A tree',
    description: 'Planted in their name',
    amount: 100,
    kind: 'thing',
    most: 100,
    ships: false,
  },
} as const satisfies Record<string, AddOn>;

export type AddOnId = keyof typeof ADD_ONS;
export const ADD_ON_IDS: readonly AddOnId[] = keysOf(ADD_ONS);

/** Only in orders of earlier days: every original stays anyway, so there is nothing to sell. */
const NOT_SOLD: readonly AddOnId[] = ['originals'];
export const SOLD_IDS: readonly AddOnId[] = ADD_ON_IDS.filter((id) => !NOT_SOLD.includes(id));

/** Films without paying for each: up to the length of the largest package. */
export const MEMBERSHIPS = {
  monthly: { id: 'membership-monthly', name: 'Membership, monthly', amount: 900 },
  yearly: { id: 'membership-yearly', name: 'Membership, yearly', amount: 5900 },
} as const;

/** A parcel of the first item, and each further item in it. */
const SHIPPING = {
  near: { first: 499, more: 199 },
  neighbours: { first: 999, more: 299 },
  far: { first: 1499, more: 499 },
} as const;

/** Cents for parcels to a country. @param parcels number of items that go by parcel @param country ISO 3166-1 alpha-2 */
export function shippingFor(parcels: number, country: string): number {
  if (parcels === 0) return 0;
  const { first, more } = SHIPPING[zoneOf(country)];
  return first + (parcels - 1) * more;
}

/** Price of one add-on for a buyer in a country. */
export function addOnPrice(id: AddOnId, country: string): number {
  const { amount, abroad }: AddOn = ADD_ONS[id];
  return country === HOME_COUNTRY ? amount : (abroad ?? amount);
}

/** Where prices are those of the catalogue. */
export const HOME_COUNTRY = 'US';

function zoneOf(country: string): keyof typeof SHIPPING {
  if (country === HOME_COUNTRY) return 'near';
  return country === 'CA' || country === 'MX' ? 'neighbours' : 'far';
}
