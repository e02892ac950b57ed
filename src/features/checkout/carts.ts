import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { ADD_ONS, type AddOnId, HOME_COUNTRY } from '../../shared/catalogue.ts';
import type { Cart, Product } from '../../shared/contracts/carts.ts';
import { neededPackage } from '../../shared/pricing.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { noSuchEvent, requireChangeable } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { filmNow } from '../films/publish-film.service.ts';
import { findOrder } from '../orders/place-order.service.ts';
import { requireDeliverable } from '../profiles/postal-address.service.ts';
import { toBoughtCart, toOpenCart } from './cart.dto.ts';
import { CartModel, type StoredCart } from './cart.model.ts';
import { PaymentModel } from './payment.model.ts';
import { type PricedCart, priceNow } from './price-cart.ts';
import { addOnProducts, isSold, membershipProducts, packageProducts } from './products.ts';

export type CartChange = Partial<
  Pick<StoredCart, 'packageId' | 'addons' | 'promoCode' | 'email' | 'country' | 'postalCode' | 'shipTo' | 'note'>
>;

/** A cart and its event. */
export interface OwnCart {
  cart: StoredCart;
  event: EventRecord;
}

/** The open cart of an event and user, made where there is none. WRONG_STATE for an event that can't be changed. */
export async function openCart(event: EventRecord, user: ViewerUser, change: CartChange): Promise<Cart> {
  requireChangeable(event);
  const cart = await onlyOpenCart(event, user);
  return showCart({ cart: await changed({ cart, event }, change), event });
}

async function onlyOpenCart({ id: eventId }: EventRecord, { id: userId, email }: ViewerUser): Promise<StoredCart> {
  const openKey = `${eventId}:${userId}`;
  for (;;) {
    const known = await CartModel.findOne({ openKey }).lean<StoredCart>();
    if (known) return known;
    try {
      return (await CartModel.create({ eventId, userId, openKey, email, country: HOME_COUNTRY })).toObject();
    } catch (error) {
      // Another tab was faster.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** A cart of this user; NOT_FOUND for others. */
export async function ownCart(id: string, userId: string): Promise<OwnCart> {
  const cart = await CartModel.findById(id).lean<StoredCart>();
  if (!cart || String(cart.userId) !== userId) throw noSuchCart();
  const event = await findEvent(String(cart.eventId));
  if (!event) throw noSuchEvent();
  if (event.creatorId !== userId) throw noSuchCart();
  return { cart, event };
}

/** The event of a cart; null if there is no such cart. */
export async function eventOfCart(id: string): Promise<string | null> {
  const cart = await CartModel.findById(id, { eventId: 1 }).lean<Pick<StoredCart, 'eventId'>>();
  return cart ? String(cart.eventId) : null;
}

/** Changes fields of an open cart. WRONG_STATE once it is paid, and for a postcard’s. */
export async function changeCart({ cart, event }: OwnCart, change: CartChange): Promise<Cart> {
  requireChangeable(event);
  if (cart.isThingsOnly) {
    throw new AppError('WRONG_STATE', { message: 'This order is for a postcard. Change the postcard instead.' });
  }
  const now = await changed({ cart, event }, change);
  const shown = await showCart({ cart: now, event });
  tellBuyer(now);
  return shown;
}

async function changed({ cart, event }: OwnCart, change: CartChange): Promise<StoredCart> {
  if (Object.keys(change).length === 0) return cart;
  const addons = change.addons && (await soldOf(change.addons, { cart, event }));
  if (change.shipTo) requireDeliverable(change.shipTo);
  // A page that was opened for the earlier content is closed before the next one opens.
  const done = await CartModel.findOneAndUpdate(
    { _id: cart._id, openKey: { $gt: '' } },
    { $set: { ...change, ...(addons && { addons }), status: 'open' }, $unset: { acceptedTotal: true } },
    { returnDocument: 'after' },
  ).lean<StoredCart>();
  if (done) return done;
  throw new AppError('WRONG_STATE', { message: 'This order is paid, so it can’t be changed any more.' });
}

/** The lines that are sold. A page from before sends what isn't any more with what it adds: that is left out, not refused. */
async function soldOf(sent: Cart['addons'], { cart, event }: OwnCart): Promise<Cart['addons']> {
  if (sent.length === 0) return sent;
  const { offers } = platform().config;
  const { canBeLarge } = await filmNow(event);
  const isUnsold = (id: AddOnId) => !isSold(id, { offers, canBeLarge });
  const addons = sent.filter(({ id }) => !isUnsold(id) || !cart.addons.some((known) => known.id === id));
  const ids = addons.map(({ id }) => id);
  const twice = ids.some((id, index) => ids.indexOf(id) !== index);
  const unsold = ids.some(isUnsold);
  const tooMany = addons.find(({ id, quantity }) => quantity > ADD_ONS[id].most);
  if (!twice && !unsold && !tooMany) return addons;
  const message = tooMany
    ? `At most ${ADD_ONS[tooMany.id].most} of “${ADD_ONS[tooMany.id].name}”, please.`
    : twice
      ? 'Each line once, please, with a quantity.'
      : 'We don’t sell this at the moment.';
  throw new AppError('FIELDS_REFUSED', { message, fields: { addons: message } });
}

/** The whole cart, priced now while it can be changed. */
export async function showCart({ cart, event }: OwnCart): Promise<Cart> {
  const checkoutSessionId = await lastSession(cart);
  const order = cart.orderId === null ? null : await findOrder(cart.orderId);
  if (order) {
    const { length, canBeLarge } = await filmNow(event);
    return toBoughtCart(cart, order, { length, canBeLarge, needs: neededPackage(event), checkoutSessionId });
  }
  return toOpenCart(cart, await priceNow(cart, event), checkoutSessionId);
}

/** The same for a price that is known already. */
export async function showPriced(cart: StoredCart, priced: PricedCart): Promise<Cart> {
  return toOpenCart(cart, priced, await lastSession(cart));
}

/** The answer to a total that is another one now; has the cart, so that it can be shown. */
export function totalHasChanged(cart: Cart): AppError {
  return new AppError('WRONG_STATE', {
    message: 'The total has changed. Please look at it again.',
    details: { cart },
  });
}

async function lastSession({ _id: cartId }: StoredCart): Promise<string | null> {
  const last = await PaymentModel.findOne({ cartId }, { _id: 1 }).sort({ createdAt: -1 }).lean();
  return last ? String(last._id) : null;
}

/** What can be bought for an event. */
export async function availableProducts(event: EventRecord): Promise<Product[]> {
  const { facts, offers } = platform().config;
  const { length, canBeLarge } = await filmNow(event);
  return [
    ...packageProducts(facts.packages, { length, needs: neededPackage(event) }),
    ...addOnProducts({ offers, canBeLarge, country: HOME_COUNTRY }),
    ...membershipProducts(facts.packages),
  ];
}

/** Tells a buyer's open pages that a cart changed; they fetch it again. */
export function tellBuyer({ _id, eventId, userId, status }: Pick<StoredCart, '_id' | 'eventId' | 'userId' | 'status'>) {
  const payload = { id: String(_id), eventId: String(eventId), status };
  platform().sockets.emitToUser(String(userId), 'cart:updated', payload);
}

/** A user's carts, for the data export. */
export async function exportCarts(userId: string): Promise<object[]> {
  const found = await CartModel.find({ userId: new Types.ObjectId(userId) }).lean<StoredCart[]>();
  return found.map(
    ({ _id, eventId, status, packageId, addons, promoCode, email, country, postalCode, shipTo, note }) => ({
      id: String(_id),
      eventId: String(eventId),
      status,
      packageId,
      addons,
      promoCode,
      email,
      country,
      postalCode,
      shipTo,
      note,
    }),
  );
}

/** Deletes a user's open carts, and what names a person in the others, whose orders stay. */
export async function forgetCarts(userId: string): Promise<void> {
  await CartModel.deleteMany({ userId, openKey: { $gt: '' } });
  await CartModel.updateMany({ userId }, { $set: { email: '', shipTo: null, note: null, postalCode: null } });
}

function noSuchCart(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such order.' });
}
