import { platform } from '../../platform/platform.ts';
import type { AddOnId } from '../../shared/catalogue.ts';
import type { ParcelMaker, ParcelProduct } from '../../shared/contracts/orders.ts';
import { makers } from './makers.parts.ts';

const THINGS: Readonly<Record<ParcelProduct, { addOn: AddOnId; maker: ParcelMaker; name: string }>> = {
  dvd: { addOn: 'dvd', maker: 'acutrack', name: 'DVD in a case' },
  usb: { addOn: 'usb', maker: 'acutrack', name: 'USB stick' },
  videobook: { addOn: 'book', maker: 'heirloom', name: 'Video book' },
  postcard: { addOn: 'postcard', maker: 'printer', name: 'Postcard' },
};

/** The add-on, the maker and the name of a product. */
export function thingOf(product: ParcelProduct) {
  return THINGS[product];
}

/** Who makes a product, in words. */
export function placeOf(product: ParcelProduct): 'printer' | 'workshop' {
  return product === 'postcard' ? 'printer' : 'workshop';
}

/** Whether somebody makes a product for us, rather than nobody or the operator. */
export function isMade(product: ParcelProduct): boolean {
  const { addOn, maker } = THINGS[product];
  const found = makers()[maker];
  if (!found) return false;
  return !found.isSandbox || !platform().config.ownOffers.includes(addOn);
}

/** Whether the printer posts cards to a country. @param country ISO 3166-1 alpha-2 */
export function isPostedTo(country: string): boolean {
  return country === 'US' || makers().printer?.goesAbroad !== false;
}

/** Whether what is made is only pretended, because its maker has no keys. */
export function isPretended(product: ParcelProduct): boolean {
  return makers()[THINGS[product].maker]?.isSandbox === true;
}
