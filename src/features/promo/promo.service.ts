import type { OccasionType } from '../../shared/occasions.ts';
import type { Offer, PromoRefusal } from '../../shared/promo.ts';
import { plainCode } from '../../shared/promo.ts';
import { isEarned } from './earned.ts';
import { labelOf } from './promo-code.dto.ts';
import { PromoCodeModel, type StoredPromoCode } from './promo-code.model.ts';

export interface OfferRequest {
  /** As typed. */
  code: string;
  userId: string;
  /** The event that is paid for; null before there is one. */
  eventId: string | null;
  occasion: OccasionType | null;
}

export type OfferAnswer = Offer | { valid: false; reason: PromoRefusal };

/**
 * What a code gives this user for this event, and why not. Does not count it; `discountOf` gives the amount.
 * @param cartId its own use does not count against it
 */
export async function offerFor(
  { code, userId, eventId, occasion }: OfferRequest,
  cartId: string | null = null,
): Promise<OfferAnswer> {
  const stored = await PromoCodeModel.findById(plainCode(code)).lean<StoredPromoCode>();
  const known = stored && isNow(stored) && (await isEarned(stored)) ? stored : null;
  if (!known) return refused('unknown');
  const isCounted = known.uses.some((use) => use.cartId === cartId);
  if (!isCounted && !hasUseLeft(known, userId)) return refused('usedUp');
  if (eventId !== null && known.earned && String(known.earned.eventId) === eventId) return refused('notOnThisFilm');
  if (occasion !== null && known.occasions.length > 0 && !known.occasions.includes(occasion)) {
    return refused('notOnThisFilm');
  }
  const { _id, kind, value, packages } = known;
  return { valid: true, code: _id, kind, value, label: labelOf(known), packages };
}

function refused(reason: PromoRefusal): OfferAnswer {
  return { valid: false, reason };
}

function isNow({ startsAt, endsAt }: StoredPromoCode): boolean {
  const now = Date.now();
  return (startsAt?.getTime() ?? 0) <= now && now < (endsAt?.getTime() ?? Number.POSITIVE_INFINITY);
}

function hasUseLeft({ uses, maxUses, perUser }: StoredPromoCode, userId: string): boolean {
  return uses.length < maxUses && uses.filter((use) => use.userId === userId).length < perUser;
}

/**
 * Counts a code for a paid cart, once, however often it is called. False if it is used up: of carts that are paid at
 * the same time, only as many count as the code has uses left. Expired meanwhile still counts: the price was promised.
 */
export async function countUse({
  code,
  userId,
  cartId,
}: {
  code: string;
  userId: string;
  cartId: string;
}): Promise<boolean> {
  const _id = plainCode(code);
  for (;;) {
    const known = await PromoCodeModel.findById(_id).lean<StoredPromoCode>();
    if (!known) return false;
    if (known.uses.some((use) => use.cartId === cartId)) return true;
    if (!hasUseLeft(known, userId)) return false;
    const counted = await PromoCodeModel.updateOne(
      { _id, version: known.version },
      { $push: { uses: { cartId, userId } }, $inc: { version: 1 } },
    );
    if (counted.modifiedCount === 1) return true;
  }
}

/** Gives back the use of a cart that was refunded or never paid. Idempotent. */
export async function giveBack({ cartId }: { cartId: string }): Promise<void> {
  await PromoCodeModel.updateMany({ 'uses.cartId': cartId }, { $pull: { uses: { cartId } }, $inc: { version: 1 } });
}
