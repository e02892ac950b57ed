import type { Order, OrderGlance } from '../../shared/contracts/orders.ts';
import { toPostalAddress } from '../profiles/postal-address.service.ts';
import type { StoredParcel } from './parcel.model.ts';

/** A parcel as its buyer sees it. */
export function toOrder(parcel: StoredParcel): Order {
  const { status, claimedAt, dueAt, filmId, events } = parcel;
  const isOurs = claimedAt === null && (status === 'created' || status === 'paid');
  return {
    id: String(parcel._id),
    eventId: String(parcel.eventId),
    provider: parcel.maker,
    product: parcel.product,
    quantity: parcel.quantity,
    shipTo: toPostalAddress(parcel.shipTo),
    filmId: filmId ? String(filmId) : null,
    status,
    trackingUrl: parcel.trackingUrl,
    events: events.map(({ at, status: then, text }) => ({ at: at.toISOString(), status: then, text })),
    amount: parcel.amount,
    canCancel: isOurs,
    fixBy: parcel.fixBy?.toISOString() ?? null,
    submitAt: status === 'paid' ? (dueAt?.toISOString() ?? null) : null,
    createdAt: parcel.createdAt.toISOString(),
  };
}

/** The same for other makers of its film: without address and price. */
export function toGlance({ _id, createdAt, updatedAt, fixBy, ...parcel }: StoredParcel): OrderGlance {
  const { product, quantity, status } = parcel;
  return {
    id: String(_id),
    product,
    quantity,
    status,
    fixBy: fixBy?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    at: updatedAt.toISOString(),
  };
}
