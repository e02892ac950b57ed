import type { OccasionType } from '../../shared/occasions.ts';
import type { Offer, PromoRefusal } from '../../shared/promo.ts';
import { plainCode } from '../../shared/promo.ts';
import { isEarned } from './earned.ts';
import { labelOf } from './promo-code.dto.ts';
import { PromoCodeModel, type StoredPromoCode } from './promo-code.model.ts';
import { hasUseLeft } from './uses-left.ts';

export interface OfferRequest {
  /** As typed. */
  code: string;
  userId: string;
  /** The event that is paid for; null before there is one. */
  eventId: string | null;
  occasion: OccasionType | null;
  /** Whose own use does not count against it; null before there is a cart. */
  cartId: string | null;
}

export type OfferAnswer = Offer | { valid: false; reason: PromoRefusal };

/**
 * What a code gives this user for this event, and why not. Does not count it; `discountOf` gives the amount.
 */
export async function offerFor({ code, userId, eventId, occasion, cartId }: OfferRequest): Promise<OfferAnswer> {
  const stored = await PromoCodeModel.findById(plainCode(code)).lean<StoredPromoCode>();
  const known = stored && isNow(stored) && (await isEarned(stored)) ? stored : null;
  if (!known) return refused('unknown');
  if (!hasUseLeft(known, { userId, cartId })) return refused('usedUp');
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
