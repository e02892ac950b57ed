import { Types } from 'mongoose';
import type { Decline, Payment, Payments } from '../../integrations/stripe.ts';
import { platform } from '../../platform/platform.ts';
import { tellMakers } from '../events/event-sockets.service.ts';
import { tellNews } from '../events/makers-news.service.ts';
import { post } from '../orders/ledger.service.ts';
import { strayEntries } from '../orders/ledger-entries.service.ts';
import type { OrderRecord } from '../orders/orders.parts.ts';
import { findOrder } from '../orders/place-order.service.ts';
import { bookContribution, forgetUnpaid } from '../presents/book-contribution.service.ts';
import { getUsers } from '../users/users.service.ts';
import { CartModel } from './cart.model.ts';
import { releaseCode } from './hold-code.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';
import { returnExcess } from './return-excess.ts';
import { applyTaken } from './returned-money.ts';
import { countOrder, settleOrder } from './settle-order.ts';

/**
 * Books a payment and starts the film when nothing more is due. Refunds any excess, and payments that were not
 * requested like this. Idempotent.
 */
export async function bookPayment(payment: Payment, provider: Payments): Promise<void> {
  if (payment.contributionId !== null) return bookContribution(payment);
  const { eventId, userId, amount, currency, tax, paymentIntent, asked, orderId, cartId } = payment;
  if (!Types.ObjectId.isValid(eventId) || !Types.ObjectId.isValid(userId)) {
    platform().log.warn({ payment: payment.id }, 'received a payment of another application');
    return;
  }
  // The process that opened the page may have crashed before storing it; book the payment anyway.
  const known = await PaymentModel.findOneAndUpdate(
    { _id: payment.id },
    {
      $set: { status: 'paid', received: { amount, currency }, tax, ...(paymentIntent && { paymentIntent }) },
      $min: { paidAt: new Date() },
      $setOnInsert: {
        eventId,
        userId,
        amount: asked?.amount ?? amount,
        target: asked?.target ?? null,
        orderId,
        cartId,
      },
    },
    { upsert: true, returnDocument: 'after', setDefaultsOnInsert: true },
  ).lean<StoredPayment>();
  if (!known || known.settledAt) return;
  const order = await agreedOrder(known);
  // A cart's order says what its film costs; without a cart, only the request does.
  const target = order && order.cartId !== null ? order.film.target : (known.target ?? null);
  const effect = order ? await countOrder(order, payment.id, target) : null;
  const excess = effect?.excess ?? amount;
  await PaymentModel.updateOne({ _id: payment.id }, { $set: { excess } });
  const isStray = excess === amount;
  if (isStray) {
    const entries = strayEntries(amount);
    await post({ key: `payment:${payment.id}`, eventId, paymentId: payment.id, currency, entries });
    if (known.cartId) {
      await CartModel.updateOne({ _id: known.cartId, paidBy: payment.id }, { $set: { status: 'refunded' } });
    }
  }
  if (excess > 0) await returnExcess(payment.id, order !== null, provider);
  await applyTaken(payment.id);
  if (order && effect && !isStray) {
    const cardLast4 = await cardOf(payment, provider);
    const paidAt = known.paidAt ?? new Date();
    await settleOrder({ paymentId: payment.id, paymentIntent, cardLast4, tax, order, paidAt }, effect);
    await tellNews({ eventId, type: 'paid', key: payment.id, facts: { amount: amount - excess, currency } });
  }
  tellMakers(eventId);
  await PaymentModel.updateOne({ _id: payment.id }, { $set: { settledAt: new Date() } });
}

/** What was agreed for a payment; null when something else was paid. */
export async function agreedOrder(payment: StoredPayment): Promise<OrderRecord | null> {
  const { received, orderId } = payment;
  if (received?.currency !== 'usd' || received.amount !== payment.amount) return null;
  const order = orderId ? await findOrder(orderId) : await filmOrder(payment);
  const isSame =
    order?.total === received.amount &&
    order.eventId === String(payment.eventId) &&
    order.userId === String(payment.userId) &&
    order.cartId === (payment.cartId ? String(payment.cartId) : null);
  return isSame ? order : null;
}

/** A film that was paid without a cart. */
async function filmOrder({ _id, eventId, userId, amount, target }: StoredPayment): Promise<OrderRecord> {
  const [user] = await getUsers([String(userId)]);
  return {
    id: _id,
    eventId: String(eventId),
    userId: String(userId),
    cartId: null,
    lines: [{ id: 'film', label: 'Film', quantity: 1, unitAmount: amount, amount, kind: 'package' }],
    promoCode: null,
    discount: 0,
    shipping: 0,
    credit: Math.max(0, (target ?? amount) - amount),
    film: { target: target ?? amount, covered: 0, due: amount, cash: amount },
    total: amount,
    currency: 'USD',
    email: user?.email ?? '',
    country: null,
    postalCode: null,
  };
}

/** Last digits of the card, which webhooks don't tell; null when the provider does not answer. */
async function cardOf({ id, cardLast4 }: Payment, provider: Payments): Promise<string | null> {
  const known = cardLast4 ?? (await provider.find(id).catch(() => null))?.cardLast4 ?? null;
  await PaymentModel.updateOne({ _id: id }, { $set: { cardLast4: known } });
  return known;
}

/** The page has expired, or the bank declined. */
export async function bookExpired(payment: Payment): Promise<void> {
  if (payment.contributionId !== null) return forgetUnpaid(payment);
  const done = await PaymentModel.findOneAndUpdate(
    { _id: payment.id, status: 'open' },
    { $set: { status: 'expired' } },
  ).lean<StoredPayment & { createdAt: Date }>();
  if (!done) return;
  await releaseCode(done);
  tellMakers(String(done.eventId));
}

/** A card was refused; its page stays open. */
export async function bookDecline({ eventId, cartId, reason, cardLast4, isContribution }: Decline): Promise<void> {
  if (!Types.ObjectId.isValid(eventId) || isContribution) return;
  await PaymentModel.findOneAndUpdate(
    { eventId, cartId, status: 'open' },
    { $set: { decline: { reason: reason.slice(0, 200), cardLast4 } } },
    { sort: { createdAt: -1 } },
  );
  tellMakers(eventId);
}
