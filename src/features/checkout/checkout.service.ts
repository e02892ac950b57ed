import { Types } from 'mongoose';
import type { Payment, Payments } from '../../integrations/stripe.ts';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { FilmShape } from '../../shared/film-shapes.ts';
import { CHECKOUT } from '../../shared/limits.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { noSuchEvent, requireChangeable } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { amountDue, billNow } from '../films/publish-film.service.ts';
import { viewMembershipPage } from '../membership/membership.service.ts';
import { takeMembershipNews } from '../membership/membership-news.service.ts';
import { paidFor } from '../orders/orders.service.ts';
import { payments } from '../orders/payments.parts.ts';
import { findOrder, placeOrder } from '../orders/place-order.service.ts';
import { bookDispute, bookRefund } from './book-returns.ts';
import { CartModel, type StoredCart } from './cart.model.ts';
import { type OwnCart, showPriced, totalHasChanged } from './carts.ts';
import { contentOf, holdCheckout, lastPayment, openPage, type PageRequest } from './checkout-page.ts';
import { holdCode } from './hold-code.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';
import { bookDecline, bookExpired, bookPayment } from './payment-book.ts';
import { orderOf, priceNow } from './price-cart.ts';

type Payer = Pick<ViewerUser, 'id' | 'email'>;

/**
 * Opens a payment page for the current price of an event's film, or of its 4K version. An event has one page at a time: an open one for the
 * same price is returned again, any other is closed first. WRONG_STATE when nothing is due or a payment is being
 * processed.
 */
export function openCheckout(
  event: EventRecord,
  user: Payer,
  shape: FilmShape | null = null,
): Promise<{ id: string; url: string }> {
  return openFor(event, async () => requestFor(await asItIs(event), user, shape));
}

/**
 * The same for a cart. WRONG_STATE when it costs nothing, is paid, or costs something else than its buyer agreed to: the
 * last use of a code may have gone to somebody else, or a clip may have been added.
 * @param backTo path of the page to return to. Default: the cart’s
 */
export async function openCartCheckout(
  { cart, event }: OwnCart,
  backTo?: string,
): Promise<{ id: string; url: string }> {
  const opened = await openFor(event, async () => requestForCart(String(cart._id), await asItIs(event), backTo));
  await CartModel.updateOne({ _id: cart._id, openKey: { $gt: '' } }, { $set: { status: 'checkout' } });
  return opened;
}

/** @param ask what is to be paid now; asked again once an older page was closed */
async function openFor(event: EventRecord, ask: () => Promise<PageRequest>): Promise<{ id: string; url: string }> {
  requireChangeable(event);
  await ask();
  return holdCheckout(event.id, async (page) => {
    const last = await lastPayment(page, payments());
    const request = await ask();
    if (last?.status === 'open' && last.url && page.content === contentOf(request))
      return { id: last.id, url: last.url };
    if (last) await closePayment(last);
    const now = last ? await ask() : request;
    const order = now.cart && (await findOrder(now.cart.orderId));
    if (order) await holdCode(order);
    return openPage(page, now, payments());
  });
}

/** Reloads the event: the amount due may have changed while another request held the lock. */
async function asItIs({ id }: EventRecord): Promise<EventRecord> {
  const event = await findEvent(id);
  if (!event) throw noSuchEvent();
  return event;
}

/** Closes an older page and books what was paid there. */
async function closePayment(last: Payment): Promise<void> {
  const closed = last.status === 'open' ? await payments().expire(last.id) : last;
  if (closed?.status === 'paid') return bookPayment(closed, payments());
  if (closed?.status === 'processing' && (await PaymentModel.exists({ _id: last.id, status: 'open' }))) {
    throw new AppError('WRONG_STATE', {
      message: 'A payment is already on its way. The bank will tell us as soon as it goes through.',
    });
  }
  if (closed?.status === 'open') throw new AppError('PROVIDER_DOWN', { message: 'Please try again in a moment.' });
  await bookExpired(last);
}

/** The payment due for an event's film; WRONG_STATE when nothing is due. */
async function requestFor(
  event: EventRecord,
  user: Pick<ViewerUser, 'id' | 'email'>,
  shape: FilmShape | null,
): Promise<PageRequest> {
  const amount = await amountDue(event, shape);
  if (amount === 0) throw new AppError('WRONG_STATE', { message: 'There’s nothing to pay. You can publish the film.' });
  const { appOrigin } = platform().config;
  return {
    eventId: event.id,
    userId: user.id,
    // Also in the provider's receipt, which others may read.
    title: `Your VidDay film${shape === 'large' ? ' in 4K' : ''}`,
    amount,
    target: (await paidFor(event)) + amount,
    email: user.email,
    successUrl: `${appOrigin}/e/${event.uuid}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${appOrigin}/e/${event.uuid}`,
  };
}

async function requestForCart(cartId: string, event: EventRecord, backTo?: string): Promise<PageRequest> {
  const cart = await CartModel.findById(cartId).lean<StoredCart>();
  if (!cart?.openKey) throw new AppError('WRONG_STATE', { message: 'This order is paid already.' });
  const priced = await priceNow(cart, event);
  const { film, totals } = priced.price;
  if ((cart.acceptedTotal ?? totals.total) !== totals.total) throw totalHasChanged(await showPriced(cart, priced));
  if (film.due > 0) await billNow(event);
  if (totals.total === 0) throw new AppError('WRONG_STATE', { message: 'There’s nothing to pay for this order.' });
  const order = await placeOrder(orderOf(cart, priced));
  const here = `${platform().config.appOrigin}${backTo ?? `/checkout/${cartId}`}`;
  return {
    eventId: event.id,
    userId: order.userId,
    title: 'Your VidDay order',
    amount: totals.total,
    target: film.target,
    email: order.email,
    successUrl: `${here}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${here}?back=1`,
    cart: { id: cartId, orderId: order.id, description: order.lines.map(({ label }) => label).join(', ') },
    expiresAt: Math.floor((Date.now() + CHECKOUT.page) / 1000),
  };
}

/** Status of a payment, also of a membership. Read-only: only the webhook books payments. */
export async function viewPayment(id: string, userId: string) {
  const stored = await PaymentModel.findById(id).lean<StoredPayment>();
  if (!stored) {
    const joined = await viewMembershipPage(id, userId);
    if (joined)
      return { ...joined, kind: 'membership' as const, cartId: null, eventId: null, currency: 'USD' as const };
  }
  if (!stored || String(stored.userId) !== userId) {
    throw new AppError('NOT_FOUND', { message: 'There is no such payment.' });
  }
  const { status, cartId, eventId, amount } = stored;
  return {
    status,
    kind: cartId ? ('cart' as const) : ('film' as const),
    cartId: cartId ? String(cartId) : null,
    eventId: String(eventId),
    amount,
    currency: 'USD' as const,
  };
}

/** Whether a user's payment may still have an effect: the bank has yet to tell us, or what follows is not done. */
export async function isAwaited(id: string, userId: string): Promise<boolean> {
  const awaited = { _id: id, status: { $ne: 'expired' as const }, settledAt: null };
  return (await PaymentModel.exists({ ...awaited, userId: new Types.ObjectId(userId) })) !== null;
}

/** A user's payments, for the data export. */
export async function exportPayments(userId: string): Promise<object[]> {
  const found = await PaymentModel.find({ userId: new Types.ObjectId(userId) }).lean<StoredPayment[]>();
  return found.map(({ _id, eventId, amount, status, paidAt, refunds }) => ({
    id: String(_id),
    eventId: String(eventId),
    amountCents: amount,
    currency: 'USD',
    status,
    paidAt,
    refundedCents: (refunds ?? []).filter(({ isGood }) => isGood).reduce((sum, each) => sum + each.amount, 0),
  }));
}

/** Verifies a webhook over its raw body and parses it. Throws when the signature is invalid. */
export function readWebhook(rawBody: Buffer, signature: string | undefined): ReturnType<Payments['readWebhook']> {
  return payments().readWebhook(rawBody, signature);
}

/** Books a webhook's message; idempotent and independent of order. */
export async function takeWebhook(message: ReturnType<Payments['readWebhook']>): Promise<void> {
  switch (message?.about) {
    case 'session':
      if (message.payment.status === 'paid') return bookPayment(message.payment, payments());
      if (message.payment.status === 'expired') return bookExpired(message.payment);
      return;
    case 'failed-session':
      return bookExpired(message.payment);
    case 'decline':
      return bookDecline(message.decline);
    case 'refund':
      return bookRefund(message.refund, payments());
    case 'refunds-of':
      for (const refund of await payments().refundsOf(message.paymentIntent)) await bookRefund(refund, payments());
      return;
    case 'dispute':
      return bookDispute(message.dispute, payments());
    case 'subscription':
    case 'subscription-invoice':
      return takeMembershipNews(message);
  }
}
