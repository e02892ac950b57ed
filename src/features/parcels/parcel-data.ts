import { Types } from 'mongoose';
import { PARCEL_PRODUCTS } from '../../shared/contracts/orders.ts';
import { type BoughtThings, boughtAt } from '../checkout/things-cart.service.ts';
import type { ReturnedMoney } from '../orders/domain-events.ts';
import { toPostalAddress } from '../profiles/postal-address.service.ts';
import { createParcel } from './create-parcel.ts';
import { isMade } from './made-things.service.ts';
import { moveParcel } from './move-parcel.ts';
import { freeUnits } from './paid-units.ts';
import { toOrder } from './parcel.dto.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';
import { removeFiles } from './parcel-files.ts';

/** What its buyer reads of what can’t be made any more. */
const GONE = 'The account or the film is gone';

/** A user's orders, oldest first, for the data export. */
export async function exportParcels(userId: string): Promise<object[]> {
  return (await parcelsOf({ userId: new Types.ObjectId(userId) })).map(toOrder);
}

/**
 * Cancels what can be, also what was paid and never ordered, and forgets where things went; what was paid and given back is kept
 * with the payments.
 */
export async function forgetParcels(userId: string): Promise<void> {
  await cancelUnordered(await boughtAt({ userId }));
  await forget(await parcelsOf({ userId: new Types.ObjectId(userId) }));
}

/** The same for a purged event. */
export async function purgeParcels(eventId: string): Promise<void> {
  await cancelUnordered(await boughtAt({ eventId }));
  await forget(await parcelsOf({ eventId: new Types.ObjectId(eventId) }));
}

/** Nobody can order it any more, so that its money goes back. An operator’s own things were made by hand, or not: nobody knows. */
async function cancelUnordered(all: readonly BoughtThings[]): Promise<void> {
  for (const bought of all) {
    for (const product of PARCEL_PRODUCTS) {
      const free = isMade(product) ? await freeUnits(bought, product) : null;
      if (!free) continue;
      const shipTo = toPostalAddress({ name: '', line1: '', city: '', country: bought.order.country ?? 'US' });
      const parcel = await createParcel(bought, { product, quantity: free.left, shipTo, filmId: null });
      await moveParcel(parcel, { to: 'cancelled', text: GONE });
    }
  }
}

async function forget(parcels: readonly StoredParcel[]): Promise<void> {
  for (const parcel of parcels) {
    await moveParcel(parcel, { to: 'cancelled', text: GONE, isUnclaimed: true });
    // Its maker never answered, and can’t be asked again without an address.
    const { _id: id, status } = (await ParcelModel.findById(parcel._id, { status: 1 }).lean<StoredParcel>()) ?? parcel;
    if (status === 'paid') await moveParcel({ _id: id }, { to: 'failed', text: GONE, isUnanswered: true });
    await removeFiles(parcel);
    const { country } = parcel.shipTo;
    await ParcelModel.updateOne({ _id: parcel._id }, { $set: { shipTo: { name: '', line1: '', country } } });
  }
}

/** Stops what was to be made of an order whose money went back whole, so that it goes back only once. */
export async function stopReturned({ order, status, returned }: ReturnedMoney): Promise<void> {
  if (order.cartId === null || status === 'failed' || returned < order.total) return;
  for (const parcel of await parcelsOf({ cartId: new Types.ObjectId(order.cartId) })) {
    await moveParcel(parcel, { to: 'cancelled', text: 'The order was refunded', isUnclaimed: true });
  }
}

function parcelsOf(filter: object): Promise<StoredParcel[]> {
  return ParcelModel.find(filter).sort({ _id: 1 }).lean<StoredParcel[]>().exec();
}
