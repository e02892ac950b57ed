import { platform } from '../../platform/platform.ts';
import type { AddOnId } from '../../shared/catalogue.ts';
import type { Cart } from '../../shared/contracts/carts.ts';
import { type FilmPackage, packageFor } from '../../shared/pricing.ts';
import type { OrderRecord } from '../orders/orders.parts.ts';
import type { StoredCart } from './cart.model.ts';
import type { PricedCart } from './price-cart.ts';
import { addOnProducts, packageProducts } from './products.ts';

interface Sums {
  lines: Cart['lineItems'];
  totals: Cart['totals'];
  promotion: Cart['promotion'];
}

/** The film as it is now. */
interface FilmFacts {
  length: number;
  canBeLarge: boolean;
  /** Package for what it has of its makers' own. */
  needs: FilmPackage['id'] | null;
}

interface DtoParts extends Sums, FilmFacts {
  canUsePromoCode: boolean;
  checkoutSessionId: string | null;
}

/** A cart that can be changed. */
export function toOpenCart(cart: StoredCart, priced: PricedCart, checkoutSessionId: string | null): Cart {
  const { price, addons, length, canBeLarge, needs, isMember, offer } = priced;
  const { discount, totals } = price;
  const shown = { ...cart, addons };
  return toCart(shown, {
    lines: price.lines,
    totals,
    promotion: offer?.valid ? { code: offer.code, label: offer.label, amount: discount } : null,
    length,
    canBeLarge,
    needs,
    canUsePromoCode: !isMember && totals.total + discount > 0,
    checkoutSessionId,
  });
}

/** A cart that was paid: what was bought stays as it was. */
export function toBoughtCart(
  cart: StoredCart,
  order: OrderRecord,
  more: FilmFacts & { checkoutSessionId: string | null },
): Cart {
  const { lines, promoCode, discount, shipping, credit, total, currency } = order;
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  return toCart(cart, {
    lines,
    totals: { subtotal, discount, shipping, tax: 0, credit, total, currency },
    promotion: promoCode === null ? null : { code: promoCode, label: promoCode, amount: discount },
    canUsePromoCode: false,
    ...more,
  });
}

function toCart(cart: StoredCart, { lines, totals, promotion, length, canBeLarge, needs, ...more }: DtoParts): Cart {
  const { facts, offers } = platform().config;
  const { packages } = facts;
  const chosen = packageFor(packages, { length, packageId: cart.packageId, needs });
  const products = packageProducts(packages, { length, needs });
  const inCart: readonly AddOnId[] = cart.addons.map(({ id }) => id);
  return {
    id: String(cart._id),
    eventId: String(cart.eventId),
    userId: String(cart.userId),
    status: cart.status,
    packageId: cart.packageId,
    addons: cart.addons.map(({ id, quantity, options }) => ({ id, quantity, options: options ?? {} })),
    promoCode: cart.promoCode,
    email: cart.email,
    country: cart.country,
    postalCode: cart.postalCode,
    shipTo: cart.shipTo,
    note: cart.note,
    products,
    ...more,
    lineItems: lines,
    promotion,
    taxation: { country: cart.country, rate: 0, amount: totals.tax, inclusive: true, label: 'Included' },
    totals,
    upsells: products.filter(({ covers }) => (covers ?? 0) > chosen.covers),
    availableAddons: addOnProducts({ offers, canBeLarge, country: cart.country }).filter(
      ({ id }) => !inCart.some((each) => each === id),
    ),
    createdAt: cart.createdAt.toISOString(),
    updatedAt: cart.updatedAt.toISOString(),
  };
}
