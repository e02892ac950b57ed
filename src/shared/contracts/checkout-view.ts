import type { OccasionType } from '../occasions.ts';
import type { OwnPart } from '../pricing.ts';
import type { Cart, Product } from './carts.ts';
import type { RenderJob } from './films.ts';

/** What the pages of a checkout show. */
export interface CheckoutView {
  cart: Cart;
  event: { id: string; uuid: string; title: string; occasion: OccasionType; recipients: string[] };
  /** `ownPart`: because of which the film needs a larger package than its length does. */
  film: { length: number; clips: number; ownPart: OwnPart | null };
  /** The package of the cart: chosen, or the one that fits. */
  packageId: Product['id'];
  /** All add-ons that can be bought, in the cart or not. */
  addons: Product[];
  isMember: boolean;
  /** Why the code takes nothing off; null if it does, or there is none. */
  codeProblem: string | null;
  /** The last payment of this cart; null before one. */
  payment: {
    status: 'open' | 'paid' | 'expired';
    decline: { reason: string; cardLast4: string | null } | null;
    cardLast4: string | null;
    paidAt: string | null;
  } | null;
  /** Cents that the film still costs; null where it can't be made. */
  due: number | null;
  render: RenderJob | null;
}

/**
 * Which page of a checkout is shown. `other-tab`: paid before this tab was. `grew`: paid, but the film has outgrown it.
 */
export type CheckoutState =
  | 'open'
  | 'waiting'
  | 'paid'
  | 'other-tab'
  | 'grew'
  | 'declined'
  | 'expired'
  | 'down'
  | 'refunded';

/** What was refused in a form of the checkout. */
export interface CheckoutProblem {
  message: string;
  fields: Record<string, string>;
  /** As they were sent. */
  values: Record<string, unknown>;
  /** The total is another one than was shown. */
  hasNewTotal: boolean;
}

/** @param query of the page: `session_id` and `back` from the payment page, `already` and `down` from our form */
export function stateOf({ cart, payment, due }: CheckoutView, query: Record<string, string>): CheckoutState {
  if (cart.status === 'refunded') return 'refunded';
  if (cart.status === 'paid' || cart.status === 'finalized') {
    if (query.already) return 'other-tab';
    return (due ?? 0) > 0 ? 'grew' : 'paid';
  }
  if (query.down) return 'down';
  if (query.session_id && payment?.status === 'open') return 'waiting';
  if (!query.back || !payment) return 'open';
  if (payment.status === 'expired') return 'expired';
  return payment.decline ? 'declined' : 'open';
}
