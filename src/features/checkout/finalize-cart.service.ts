import type { Cart } from '../../shared/contracts/carts.ts';
import type { RenderJob } from '../../shared/contracts/films.ts';
import { requireChangeable } from '../events/events.access.ts';
import { billNow } from '../films/publish-film.service.ts';
import { latestRender } from '../films/renders.service.ts';
import { findOrder, placeOrder } from '../orders/place-order.service.ts';
import { CartModel, type StoredCart } from './cart.model.ts';
import { type OwnCart, showCart, showPriced, totalHasChanged } from './carts.ts';
import { holdCode } from './hold-code.ts';
import { orderOf, priceNow } from './price-cart.ts';
import { countOrder, settleOrder } from './settle-order.ts';

export interface FinalizedCart {
  cart: Cart;
  renderJob: RenderJob | null;
}

/**
 * Agrees to a total. An order of $0 takes effect and starts the film; anything else waits for its payment. The second
 * call answers like the first. WRONG_STATE with `details.cart` for another total than is due now.
 */
export async function finalizeCart({ cart, event }: OwnCart, acceptedTotal: number): Promise<FinalizedCart> {
  if (cart.paidBy !== null) return bought({ cart, event });
  requireChangeable(event);
  const priced = await priceNow(cart, event);
  const { total } = priced.price.totals;
  if (total !== acceptedTotal) throw totalHasChanged(await showPriced(cart, priced));
  await billNow(event);
  if (total > 0) {
    const set = { status: 'checkout' as const };
    await CartModel.updateOne({ _id: cart._id, openKey: { $gt: '' } }, { $set: { ...set, acceptedTotal } });
    return { cart: await showCart({ cart: { ...cart, ...set }, event }), renderJob: null };
  }
  const order = await placeOrder(orderOf(cart, priced));
  await holdCode(order);
  await countOrder(order, `cart:${cart._id}`, order.film.target);
  return settleFreeCart(String(cart._id), { cart, event });
}

/** Does what follows from an order of $0; repeated by the rescue after a crash. */
async function settleFreeCart(cartId: string, own: OwnCart): Promise<FinalizedCart> {
  const cart = await CartModel.findById(cartId).lean<StoredCart>();
  if (cart?.orderId && cart.paidBy === freeKey(cart)) await settleFree(cart);
  return bought({ ...own, cart: (await CartModel.findById(cartId).lean<StoredCart>()) ?? own.cart });
}

async function settleFree(cart: StoredCart): Promise<void> {
  const paymentId = freeKey(cart);
  const order = cart.orderId === null ? null : await findOrder(cart.orderId);
  if (!order) return;
  const effect = await countOrder(order, paymentId, order.film.target);
  await settleOrder({ paymentId, paymentIntent: null, cardLast4: null, order, paidAt: cart.updatedAt }, effect);
}

function freeKey({ _id }: StoredCart): string {
  return `cart:${_id}`;
}

async function bought(own: OwnCart): Promise<FinalizedCart> {
  return { cart: await showCart(own), renderJob: await latestRender(own.event.id) };
}

/** Continues orders of $0 that a crash left half settled. */
export async function rescueFreeCarts(): Promise<number> {
  const left = await CartModel.find({ status: 'paid', settledAt: null }).lean<StoredCart[]>();
  const free = left.filter((cart) => cart.paidBy === freeKey(cart));
  for (const cart of free) await settleFree(cart);
  return free.length;
}
