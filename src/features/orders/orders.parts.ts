import { part } from '../../platform/part.ts';
import type { FilmPart } from '../../shared/cart-pricing.ts';
import type { OccasionType } from '../../shared/occasions.ts';
import type { OrderLine } from '../../shared/order-lines.ts';
import type { PromoRefusal } from '../../shared/promo.ts';

/** What was agreed when a payment page was opened, or a cart of $0 finalized. Never changed. Amounts are cents. */
export interface OrderRecord {
  id: string;
  eventId: string;
  userId: string;
  /** Null for a film that was paid without a cart. */
  cartId: string | null;
  lines: OrderLine[];
  promoCode: string | null;
  /** What the code takes off. */
  discount: number;
  shipping: number;
  /** Paid for this film before. */
  credit: number;
  film: FilmPart;
  /** To pay: the lines less discount and credit, with shipping. Prices include tax. */
  total: number;
  currency: 'USD';
  email: string;
  country: string | null;
  postalCode: string | null;
}

/** What a promo code offers in this cart. */
export type PromoOffer =
  | {
      valid: true;
      code: string;
      kind: 'percent' | 'amount' | 'package';
      /** Percent, or cents. */
      value: number;
      /** Such as “20% off the film”. */
      label: string;
      /** Packages that it is for; empty for all. */
      packages: string[];
    }
  | { valid: false; reason: PromoRefusal };

/** A promo code that a cart uses. */
export interface CodeUse {
  code: string;
  userId: string;
  cartId: string;
}

/** Promo codes, of the feature with that name. */
export interface PromoCodes {
  /** A use by this cart does not count against it. */
  offerFor(asked: CodeUse & { eventId: string; occasion: OccasionType }): Promise<PromoOffer>;
  /** Counts a code that somebody tries. TOO_MANY_REQUESTS for people who guess. */
  countTry(by: { userId: string; ip: string }): Promise<void>;
  /** Cents off. Pure. @param lines what is to pay, without credit and shipping */
  discountOf(offer: PromoOffer & { valid: true }, lines: readonly OrderLine[]): number;
  /** Reserves a use while a payment page is open; false if the code is used up. Idempotent by cart. */
  holdUse(use: CodeUse, until: Date): Promise<boolean>;
  /** Gives back what a page had reserved that nobody can pay any more. @param until the latest end of its reservation */
  releaseUse(use: { cartId: string }, until: Date): Promise<void>;
  /** Counts a use at payment, reserved or not; idempotent by cart. */
  countUse(use: CodeUse): Promise<boolean>;
  /** Takes a use back after a refund of the whole; idempotent. */
  giveBack(used: { cartId: string }): Promise<void>;
}

export const promoCodes = part<PromoCodes>('promo codes');

/** Who makes films without paying for each. */
export interface Memberships {
  hasMembership(userId: string): Promise<boolean>;
}

export const memberships = part<Memberships>('memberships');
