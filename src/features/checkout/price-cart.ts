import { platform } from '../../platform/platform.ts';
import { type CartPrice, priceCart } from '../../shared/cart-pricing.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import { type FilmPackage, neededPackage } from '../../shared/pricing.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { filmNow } from '../films/publish-film.service.ts';
import { memberships, type OrderRecord, type PromoOffer, promoCodes } from '../orders/orders.parts.ts';
import { paidFor } from '../orders/orders.service.ts';
import type { StoredCart } from './cart.model.ts';
import { isSold } from './products.ts';

/** A cart's price now, with what it follows from. */
export interface PricedCart {
  price: CartPrice;
  /** What is sold now of what is in the cart. */
  addons: StoredCart['addons'];
  /** Seconds of the film. */
  length: number;
  clips: number;
  canBeLarge: boolean;
  /** Package for what the film has of its makers' own. */
  needs: FilmPackage['id'] | null;
  isMember: boolean;
  /** Null without a code. */
  offer: PromoOffer | null;
}

/** Prices a cart by the film as it is now. Prices of browsers are never used. */
export async function priceNow(cart: StoredCart, event: EventRecord): Promise<PricedCart> {
  const userId = String(cart.userId);
  const needs = neededPackage(event);
  const [{ length, clips, canBeLarge }, paid, isMember, offer] = await Promise.all([
    filmNow(event),
    paidFor(event),
    memberships().hasMembership(userId),
    offerOf(cart, event),
  ]);
  const { facts, offers } = platform().config;
  // Things alone are checked where their page is opened.
  const addons = cart.isThingsOnly ? cart.addons : cart.addons.filter(({ id }) => isSold(id, { offers, canBeLarge }));
  const price = priceCart({
    packages: facts.packages,
    length,
    isThingsOnly: cart.isThingsOnly,
    isFree: OCCASIONS[event.occasion].isFree,
    paid,
    isMember,
    packageId: cart.packageId,
    needs,
    addons,
    country: cart.country,
    shipsTo: cart.shipTo?.country,
    discountOf: offer?.valid ? (lines) => promoCodes().discountOf(offer, lines) : undefined,
  });
  return { price, addons, length, clips, canBeLarge, needs, isMember, offer };
}

async function offerOf(
  { _id, promoCode, userId }: StoredCart,
  { id, occasion }: EventRecord,
): Promise<PromoOffer | null> {
  if (promoCode === null) return null;
  const use = { code: promoCode, userId: String(userId), cartId: String(_id) };
  return promoCodes().offerFor({ ...use, eventId: id, occasion });
}

/** What a buyer agrees to. */
export function orderOf(cart: StoredCart, { price, offer }: PricedCart): Omit<OrderRecord, 'id'> {
  const { shipping, credit, total, currency } = price.totals;
  return {
    eventId: String(cart.eventId),
    userId: String(cart.userId),
    cartId: String(cart._id),
    lines: price.lines,
    promoCode: offer?.valid && price.discount > 0 ? offer.code : null,
    discount: price.discount,
    shipping,
    credit,
    film: price.film,
    total,
    currency,
    email: cart.email,
    country: cart.country,
    postalCode: cart.postalCode,
  };
}
