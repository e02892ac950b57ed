import type { ParcelProduct } from '../../shared/contracts/orders.ts';
import { type BoughtThings, boughtAt } from '../checkout/things-cart.service.ts';
import { thingOf } from './made-things.service.ts';
import { ParcelModel } from './parcel.model.ts';

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

/** What is left of a paid line; null if nothing is, or it was never in the order. */
export async function freeUnits(bought: BoughtThings, product: ParcelProduct): Promise<FreeUnits | null> {
  const line = bought.order.lines.find(({ id, kind }) => kind === 'thing' && id === thingOf(product).addOn);
  if (!line) return null;
  const taken = await ParcelModel.find({ cartId: bought.cartId, product }, { quantity: 1 }).lean();
  const slot = taken.reduce((sum, { quantity }) => sum + quantity, 0);
  const left = line.quantity - slot;
  return left > 0 ? { bought, product, slot, left, unitAmount: line.unitAmount } : null;
}

/** What a user has paid for at an event and not ordered yet, oldest first. */
export async function freeUnitsAt(
  eventId: string,
  userId: string,
  products: readonly ParcelProduct[],
): Promise<FreeUnits[]> {
  const all = (await boughtAt(eventId, userId)).flatMap((bought) =>
    products.map((product) => freeUnits(bought, product)),
  );
  return (await Promise.all(all)).filter((each) => each !== null);
}
