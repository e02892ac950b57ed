import type { CartStatus } from '../../shared/contracts/carts.ts';
import { money } from '../../shared/format.ts';
import { tellMakers } from '../events/event-sockets.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { mailPaymentNote } from '../events/payment-notes.service.ts';
import { type OrderRecord, promoCodes } from '../orders/orders.parts.ts';
import { takeFromPayment } from '../orders/orders.service.ts';
import { findOrder } from '../orders/place-order.service.ts';
import { CartModel } from './cart.model.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';

/** Cents of a payment that went back. */
export function takenOf({ refunds, disputes }: Pick<StoredPayment, 'refunds' | 'disputes'>): number {
  const refunded = (refunds ?? []).filter(({ isGood }) => isGood).reduce((sum, each) => sum + each.amount, 0);
  const lost = (disputes ?? []).filter(({ status }) => status === 'lost').reduce((sum, each) => sum + each.amount, 0);
  return refunded + lost;
}

/** Updates what the event has paid by a payment's refunds and disputes; true if it changed. */
export async function applyTaken(id: string): Promise<boolean> {
  let hasChanged = false;
  for (let before = -1; ; ) {
    const payment = await PaymentModel.findById(id).lean<StoredPayment>();
    if (!payment?.received) return hasChanged;
    const taken = takenOf(payment);
    // Another process may have added one meanwhile: repeat until it is stable.
    if (taken === before) return hasChanged;
    const { amount } = payment.received;
    const order = payment.orderId ? await findOrder(payment.orderId) : null;
    const film = order && { cash: order.film.cash - (payment.excess ?? 0), covered: order.film.covered };
    if (await takeFromPayment(String(payment.eventId), id, { amount, taken, film })) {
      hasChanged = true;
      tellMakers(String(payment.eventId));
    }
    if (order) await markCart(order, id, taken >= amount);
    before = taken;
  }
}

/** A cart of which everything went back; its code can be used again, unless the refund fails in the end. */
async function markCart({ cartId, promoCode, userId }: OrderRecord, paymentId: string, isBack: boolean): Promise<void> {
  if (cartId === null) return;
  const own = { _id: cartId, paidBy: paymentId };
  const from: CartStatus[] = isBack ? ['paid', 'finalized'] : ['refunded'];
  const status = isBack ? ('refunded' as const) : ('paid' as const);
  await CartModel.updateOne({ ...own, status: { $in: from } }, { $set: { status } });
  // A second payment of a cart that another one bought goes back without the code.
  if (promoCode === null || !(await CartModel.exists(own))) return;
  if (isBack) await promoCodes().giveBack({ cartId });
  else await promoCodes().countUse({ code: promoCode, userId, cartId });
}

/** Mails the creator about a payment; once for each key. */
export async function tell(payment: StoredPayment, key: string, what: string): Promise<void> {
  const event = await findEvent(String(payment.eventId));
  if (event) await mailPaymentNote(event, key, what);
}

export function inWords({ received }: StoredPayment, amount: number): string {
  return money(amount, { currency: received?.currency.toUpperCase() ?? 'USD' });
}
