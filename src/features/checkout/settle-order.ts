import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { countUp } from '../../platform/tally.ts';
import type { RenderJob } from '../../shared/contracts/films.ts';
import { findEvent } from '../events/find-events.service.ts';
import { checkFilm } from '../films/film-versions.service.ts';
import { amountDue, startRender } from '../films/publish-film.service.ts';
import { orderSettled, type SettledOrder } from '../orders/domain-events.ts';
import { post } from '../orders/ledger.service.ts';
import { type Effect, saleEntries } from '../orders/ledger-entries.service.ts';
import { type OrderRecord, promoCodes } from '../orders/orders.parts.ts';
import { countedOf, countPayment } from '../orders/orders.service.ts';
import { keepOrder } from '../orders/place-order.service.ts';
import { CartModel, type StoredCart } from './cart.model.ts';
import { tellBuyer } from './carts.ts';

/**
 * Decides what of an order takes effect: one payment for each cart, and of the film only what the event still needs. Two
 * payments for the same are never both counted, in whatever order and process they arrive. Idempotent.
 * @param target null for payments from before there were targets
 */
export async function countOrder(order: OrderRecord, paymentId: string, target: number | null): Promise<Effect> {
  const { cartId, eventId, film, total } = order;
  const isKnown = (await findEvent(eventId)) !== null;
  if (cartId !== null && !(isKnown && (await claimCart(cartId, paymentId, order.id)))) {
    return { counted: 0, excess: total };
  }
  const value = film.due + film.covered;
  if (value === 0) return { counted: 0, excess: 0 };
  const counted = isKnown
    ? await countPayment(eventId, paymentId, { amount: value, target })
    : ((await countedOf(eventId, paymentId)) ?? 0);
  const dueCounted = Math.max(0, counted - film.covered);
  const kept = film.due === 0 ? 0 : Math.round((film.cash * dueCounted) / film.due);
  return { counted, excess: film.cash - kept };
}

/** True if the cart was bought by this payment, now or before. */
async function claimCart(cartId: string, paymentId: string, orderId: string): Promise<boolean> {
  await CartModel.updateOne(
    { _id: cartId, paidBy: null },
    { $set: { paidBy: paymentId, orderId, status: 'paid' }, $unset: { openKey: true } },
  );
  return (await CartModel.exists({ _id: cartId, paidBy: paymentId })) !== null;
}

/** Everything that follows from an order that took effect. Idempotent: repeated after a crash. */
export async function settleOrder(settled: SettledOrder, effect: Effect): Promise<RenderJob | null> {
  const { order, paymentId } = settled;
  const { id, eventId, userId, cartId, currency, promoCode } = order;
  await keepOrder(id);
  const key = paymentId.startsWith('cart:') ? paymentId : `payment:${paymentId}`;
  const isNew = await post({ key, eventId, paymentId, currency, entries: saleEntries(order, effect) });
  if (isNew) countUp('paid', order.total);
  if (promoCode !== null && cartId !== null) await promoCodes().countUse({ code: promoCode, userId, cartId });
  const [error] = await orderSettled.emit(settled);
  if (error !== undefined) throw error;
  platform().sockets.emitToStaff('desk:changed', { what: 'orders' });
  const { isMade, job } = await startFilm(order);
  if (cartId !== null) {
    const done = { settledAt: new Date(), ...(isMade && { status: 'finalized' as const }) };
    const cart = await CartModel.findOneAndUpdate(
      { _id: cartId, paidBy: paymentId, status: 'paid' },
      { $set: done },
      { returnDocument: 'after' },
    ).lean<StoredCart>();
    if (cart) tellBuyer(cart);
    const payload = { eventId, cartId, amount: order.total, currency };
    platform().sockets.emitToUser(userId, 'payment:settled', payload);
  }
  return job;
}

/** Starts the film when nothing more is due. */
async function startFilm({ eventId, userId, film }: OrderRecord): Promise<{ isMade: boolean; job: RenderJob | null }> {
  const event = await findEvent(eventId);
  if (!event) return { isMade: false, job: null };
  try {
    if ((await amountDue(event)) > 0) return { isMade: false, job: null };
    const isForFilm = film.due + film.covered > 0;
    if (event.currentFilmId && !(isForFilm && (await checkFilm(event)).isOutdated)) return { isMade: true, job: null };
    return { isMade: true, job: await startRender(event, userId) };
  } catch (error) {
    // The payment is booked; the creator sees and resolves what prevents the film, such as a missing clip.
    if (!(error instanceof AppError)) throw error;
    platform().log.warn({ err: error, eventId }, 'paid, but the film could not be started');
    return { isMade: false, job: null };
  }
}
