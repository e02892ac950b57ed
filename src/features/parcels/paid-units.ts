import type { ParcelProduct } from '../../shared/contracts/orders.ts';
import { returnedOf } from '../checkout/refund-things.service.ts';
import { type BoughtThings, boughtAt } from '../checkout/things-cart.service.ts';
import { valueOfUnits } from '../orders/unit-values.service.ts';
import { thingOf } from './made-things.service.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';

/** Pieces of a paid line that nothing was made of. */
export interface FreeUnits {
  bought: BoughtThings;
  product: ParcelProduct;
  /** The first of them. */
  slot: number;
  left: number;
  /** Cents for one, before discounts. */
  unitAmount: number;
}

type Counted = Pick<StoredParcel, 'product' | 'quantity' | 'amount' | 'status'>;

/** What is left of a paid line; null if nothing is, its money went back, or it was never in the order. */
export async function freeUnits(bought: BoughtThings, product: ParcelProduct): Promise<FreeUnits | null> {
  const { addOn } = thingOf(product);
  const line = bought.order.lines.find(({ id, kind }) => kind === 'thing' && id === addOn);
  if (!line) return null;
  const shown = { product: 1, quantity: 1, amount: 1, status: 1 } as const;
  const parcels = await ParcelModel.find({ cartId: bought.cartId }, shown).lean<Counted[]>();
  const slot = parcels.filter((each) => each.product === product).reduce((sum, { quantity }) => sum + quantity, 0);
  if (slot >= line.quantity) return null;
  const money = await moneyLeft(bought, parcels);
  const isPaid = (quantity: number) => {
    const value = valueOfUnits(bought.order, addOn, { from: slot, quantity });
    // Less than half of a piece that went back is an apology, and doesn't take the piece away.
    return value - value / quantity / 2 <= money;
  };
  let left = line.quantity - slot;
  while (left > 0 && !isPaid(left)) left--;
  return left > 0 ? { bought, product, slot, left, unitAmount: line.unitAmount } : null;
}

/**
 * Cents of what was paid beside the film that neither went back nor was used. What went back counts for the parcels that
 * are over first.
 */
async function moneyLeft({ order, paymentId }: BoughtThings, parcels: readonly Counted[]): Promise<number> {
  const live = amountOf(parcels.filter((each) => !isOver(each)));
  const over = amountOf(parcels.filter(isOver));
  const gone = Math.max(over, await returnedOf(paymentId));
  return Math.max(0, order.total - order.film.cash - live - gone);
}

/** Cents that parcels were paid with. */
export function amountOf(parcels: readonly Pick<StoredParcel, 'amount'>[]): number {
  return parcels.reduce((sum, { amount }) => sum + amount, 0);
}

/** Its money goes back. */
export function isOver({ status }: Pick<StoredParcel, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled';
}

/** What a user has paid for at an event and not ordered yet, oldest first. */
export async function freeUnitsAt(
  eventId: string,
  userId: string,
  products: readonly ParcelProduct[],
): Promise<FreeUnits[]> {
  const all = (await boughtAt({ eventId, userId })).flatMap((bought) =>
    products.map((product) => freeUnits(bought, product)),
  );
  return (await Promise.all(all)).filter((each) => each !== null);
}
