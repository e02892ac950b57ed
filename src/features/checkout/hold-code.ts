import { AppError } from '../../platform/errors.ts';
import { CHECKOUT } from '../../shared/limits.ts';
import { type OrderRecord, promoCodes } from '../orders/orders.parts.ts';
import { findOrder } from '../orders/place-order.service.ts';
import type { StoredPayment } from './payment.model.ts';

/**
 * Reserves the use of an order's promo code while the order is being paid, so that no other page gets the last one.
 * WRONG_STATE if the code was used up a moment ago.
 */
export async function holdCode({ promoCode, userId, cartId }: OrderRecord): Promise<void> {
  if (promoCode === null || cartId === null) return;
  const until = heldUntil(Date.now());
  if (await promoCodes().holdUse({ code: promoCode, userId, cartId }, until)) return;
  throw new AppError('WRONG_STATE', {
    message:
      'Somebody else has just used this code for the last time, so the total has changed. Please look at it again.',
  });
}

/** Gives a reservation back once its payment page has expired. */
export async function releaseCode({ orderId, createdAt }: StoredPayment & { createdAt: Date }): Promise<void> {
  const order = orderId ? await findOrder(orderId) : null;
  if (!order?.promoCode || order.cartId === null) return;
  await promoCodes().releaseUse({ cartId: order.cartId }, heldUntil(createdAt.getTime()));
}

/** Longer than a page is open: the news that it was paid may come late. */
function heldUntil(openedAt: number): Date {
  return new Date(openedAt + CHECKOUT.hold);
}
