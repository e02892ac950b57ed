import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import type { Address, Cart } from '../../shared/contracts/carts.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import type { OrderRecord } from '../orders/orders.parts.ts';
import { findOrder } from '../orders/place-order.service.ts';
import { CartModel, type StoredCart } from './cart.model.ts';
import { openCartCheckout } from './checkout.service.ts';

/** What was paid for beside the film. */
export interface BoughtThings {
  cartId: string;
  /** Stripe's checkout session, or `cart:ID` for an order of $0. */
  paymentId: string;
  order: OrderRecord;
  addons: Cart['addons'];
  shipTo: Address | null;
  /** All that follows from the payment was done. */
  isSettled: boolean;
}

interface ThingsOrder {
  event: EventRecord;
  user: Pick<ViewerUser, 'id' | 'email'>;
  /** The same key is the same cart, until it is paid. */
  key: string;
  addons: Cart['addons'];
  /** Where it goes: ISO 3166-1 alpha-2. */
  country: string;
  /** Path of the page to return to. */
  backTo: string;
}

/** Opens a payment page for things alone, without the film. PROVIDER_DOWN. */
export async function buyThings({ event, user, key, addons, country, backTo }: ThingsOrder) {
  const openKey = `things:${key}`;
  const own = { eventId: event.id, userId: user.id, email: user.email, isThingsOnly: true };
  const cart = await upsertCart(openKey, { ...own, addons, country });
  return openCartCheckout({ cart, event }, backTo);
}

async function upsertCart(openKey: string, content: object): Promise<StoredCart> {
  for (let attempt = 1; ; attempt++) {
    try {
      const cart = await CartModel.findOneAndUpdate(
        { openKey },
        { $set: content },
        { upsert: true, returnDocument: 'after', setDefaultsOnInsert: true },
      ).lean<StoredCart>();
      if (cart) return cart;
    } catch (error) {
      if (!isDuplicateKey(error) || attempt > 2) throw error;
    }
  }
}

/** What a cart has paid; null before that, and once all of it was given back. */
export async function boughtThings(cartId: string): Promise<BoughtThings | null> {
  const cart = Types.ObjectId.isValid(cartId) ? await CartModel.findById(cartId).lean<StoredCart>() : null;
  return cart ? toBought(cart) : null;
}

/** The same of all carts of an event, of a user, or of a user at an event, oldest first. */
export async function boughtAt(
  where: { eventId: string; userId?: string } | { userId: string },
): Promise<BoughtThings[]> {
  const carts = await CartModel.find({ ...where, status: { $in: ['paid', 'finalized'] } })
    .sort({ createdAt: 1 })
    .lean<StoredCart[]>();
  const bought = await Promise.all(carts.map(toBought));
  return bought.filter((each) => each !== null);
}

async function toBought(cart: StoredCart): Promise<BoughtThings | null> {
  const { paidBy, orderId, status, addons, shipTo, settledAt } = cart;
  const order = paidBy && orderId && status !== 'refunded' ? await findOrder(orderId) : null;
  if (!paidBy || !order) return null;
  const cartId = String(cart._id);
  return { cartId, paymentId: paidBy, order, addons, shipTo, isSettled: settledAt !== undefined };
}

/** NOT_FOUND for a cart of somebody else, WRONG_STATE for one that is not paid. */
export async function ownBought(cartId: string, userId: string): Promise<BoughtThings> {
  const cart = await CartModel.findById(cartId).lean<StoredCart>();
  if (!cart || String(cart.userId) !== userId) {
    throw new AppError('NOT_FOUND', { message: 'There is no such order.' });
  }
  const bought = await toBought(cart);
  if (!bought) throw new AppError('WRONG_STATE', { message: 'This order isn’t paid, so nothing can be made yet.' });
  return bought;
}
