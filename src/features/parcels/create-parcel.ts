import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import type { ParcelProduct } from '../../shared/contracts/orders.ts';
import type { PostalAddress } from '../../shared/contracts/postcards.ts';
import { money } from '../../shared/format.ts';
import { PARCEL_HOLD } from '../../shared/limits.ts';
import type { BoughtThings } from '../checkout/things-cart.service.ts';
import { valueOfUnits } from '../orders/unit-values.service.ts';
import { thingOf } from './made-things.service.ts';
import { freeUnits } from './paid-units.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';

export interface ParcelContent {
  product: ParcelProduct;
  quantity: number;
  shipTo: PostalAddress;
  /** Null: the next that is made. */
  filmId: string | null;
  /** A film that it doesn’t take, as long as the clips have changed since. */
  tooOldFilmId?: string | null;
  postcardId?: string;
  /** Not before; default: after the time in which it can be cancelled. */
  sendAt?: Date | null;
}

/**
 * Turns pieces of a paid line into a parcel; two requests never take the same piece. WRONG_STATE where fewer are left.
 */
export async function createParcel(bought: BoughtThings, content: ParcelContent): Promise<StoredParcel> {
  const { product, quantity, shipTo, filmId, tooOldFilmId, postcardId, sendAt } = content;
  const { addOn, maker } = thingOf(product);
  const { order, cartId, paymentId } = bought;
  for (;;) {
    const free = await freeUnits(bought, product);
    if (!free || free.left < quantity) throw nothingLeft(free?.left ?? 0);
    const { slot } = free;
    const amount = valueOfUnits(order, addOn, { from: slot, quantity });
    const now = new Date();
    const hold = new Date(now.getTime() + PARCEL_HOLD);
    const status = filmId ? ('paid' as const) : ('created' as const);
    const text = amount > 0 ? `Paid ${money(amount)}` : 'Ordered';
    try {
      const created = await ParcelModel.create({
        eventId: order.eventId,
        userId: order.userId,
        cartId,
        paymentId,
        product,
        slot,
        quantity,
        maker,
        postcardId: postcardId ? new Types.ObjectId(postcardId) : null,
        shipTo,
        filmId: filmId ? new Types.ObjectId(filmId) : null,
        tooOldFilmId: tooOldFilmId ? new Types.ObjectId(tooOldFilmId) : null,
        status,
        dueAt: filmId ? (sendAt && sendAt > now ? sendAt : hold) : null,
        events: [{ at: now, status, text }],
        amount,
      });
      return created.toObject();
    } catch (error) {
      // Somebody else took these pieces.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

function nothingLeft(left: number): AppError {
  const message =
    left === 0
      ? 'Nothing is left of this: it was ordered already, or its money went back.'
      : `Only ${left} of these are paid and not ordered.`;
  return new AppError('WRONG_STATE', { message });
}
