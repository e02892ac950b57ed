import { plainCode } from '../../shared/promo.ts';
import type { CodeUse } from '../orders/orders.parts.ts';
import { PromoCodeModel, type StoredPromoCode } from './promo-code.model.ts';
import { hasUseLeft, takenUses } from './uses-left.ts';

/* A use is reserved while a payment page is open, counted once it is paid, and given back otherwise. Each is one update
   of the version that it was decided on, so that the last use goes to one cart. */

/**
 * Reserves a use for a cart whose payment page opens; again for its next page. False if the code is used up. Idempotent.
 * @param until afterwards, others may use it
 */
export function holdUse(use: CodeUse, until: Date): Promise<boolean> {
  return takeUse(use, until);
}

/**
 * Counts a code for a paid cart, once, however often it is called. A code that has expired meanwhile still counts: the
 * price was promised. False if it is used up, which a reservation prevents.
 */
export function countUse(use: CodeUse): Promise<boolean> {
  return takeUse(use, null);
}

async function takeUse({ code, userId, cartId }: CodeUse, heldUntil: Date | null): Promise<boolean> {
  const _id = plainCode(code);
  for (;;) {
    const known = await PromoCodeModel.findById(_id).lean<StoredPromoCode>();
    if (!known) return false;
    const own = known.uses.find((use) => use.cartId === cartId);
    if (own && !own.heldUntil) return true;
    if (!hasUseLeft(known, { userId, cartId })) return false;
    const others = takenUses(known).filter((use) => use.cartId !== cartId);
    const taken = await PromoCodeModel.updateOne(
      { _id, version: known.version },
      { $set: { uses: [...others, { cartId, userId, heldUntil }] }, $inc: { version: 1 } },
    );
    if (taken.modifiedCount === 1) return true;
  }
}

/** Gives back the use of a cart that was refunded. Idempotent. */
export async function giveBack({ cartId }: { cartId: string }): Promise<void> {
  await PromoCodeModel.updateMany({ 'uses.cartId': cartId }, { $pull: { uses: { cartId } }, $inc: { version: 1 } });
}

/**
 * Gives back what a closed payment page had reserved. Idempotent.
 * @param heldUntil latest end of its reservation: a page that was opened afterwards keeps its own
 */
export async function releaseUse({ cartId }: { cartId: string }, heldUntil: Date): Promise<void> {
  const held = { cartId, heldUntil: { $gt: new Date(0), $lte: heldUntil } };
  await PromoCodeModel.updateMany({ uses: { $elemMatch: held } }, { $pull: { uses: held }, $inc: { version: 1 } });
}
