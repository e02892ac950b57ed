import { Types } from 'mongoose';
import type { ReturnedMoney } from '../orders/domain-events.ts';
import { moveParcel } from './move-parcel.ts';
import { toOrder } from './parcel.dto.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';
import { removeFiles } from './parcel-files.ts';

/** A user's orders, oldest first, for the data export. */
export async function exportParcels(userId: string): Promise<object[]> {
  return (await parcelsOf({ userId: new Types.ObjectId(userId) })).map(toOrder);
}

/** Cancels what can be, and forgets where things went; what was paid and given back is kept with the payments. */
export async function forgetParcels(userId: string): Promise<void> {
  await forget(await parcelsOf({ userId: new Types.ObjectId(userId) }));
}

/** The same for a purged event. */
export async function purgeParcels(eventId: string): Promise<void> {
  await forget(await parcelsOf({ eventId: new Types.ObjectId(eventId) }));
}

async function forget(parcels: readonly StoredParcel[]): Promise<void> {
  for (const parcel of parcels) {
    await moveParcel(parcel, { to: 'cancelled', text: 'The account or the film is gone', isUnclaimed: true });
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
