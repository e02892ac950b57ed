import { randomInt } from 'node:crypto';
import { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/errors.ts';
import type { EarnedCode } from '../../shared/contracts/media.ts';
import { PROMO } from '../../shared/promo.ts';
import { labelOf } from './promo-code.dto.ts';
import { PromoCodeModel, type StoredPromoCode } from './promo-code.model.ts';

/** Without letters and digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const DAY = 24 * 3600 * 1000;

/** A contributor and the event that they gave a clip to. */
interface Earning {
  eventId: string;
  contributorKey: string;
  /** Account that holds the clip; null without one. */
  userId: string | null;
}

/**
 * The code that a contributor earns with their first clip of an event; the same one for every further clip. It is worth
 * nothing before a clip is ready, and counts once, on any other event.
 */
export async function codeForClip({ eventId, contributorKey, userId }: Earning): Promise<EarnedCode> {
  const filter = { 'earned.eventId': new Types.ObjectId(eventId), 'earned.by': contributorKey };
  for (;;) {
    const known = await PromoCodeModel.findOne(filter).lean<StoredPromoCode>();
    if (known) {
      if (userId && !known.ownerUserId) await PromoCodeModel.updateOne({ _id: known._id }, { ownerUserId: userId });
      return { code: known._id, label: labelOf(known), eventId };
    }
    try {
      await PromoCodeModel.create({
        _id: newCode(),
        kind: 'percent',
        value: PROMO.earnedPercent,
        endsAt: new Date(Date.now() + PROMO.earnedDays * DAY),
        maxUses: 1,
        perUser: 1,
        ownerUserId: userId,
        source: 'contributor',
        earned: { eventId, by: contributorKey, at: null },
      });
    } catch (error) {
      // Another request was faster, or the code is taken.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** 40 bits. */
function newCode(): string {
  const pick = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `GIFT-${pick()}-${pick()}`;
}
