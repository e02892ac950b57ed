import type { Order } from '../../shared/contracts/orders.ts';
import type { PostalAddress } from '../../shared/contracts/postcards.ts';
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
    shipTo: addressOf(parcel),
    filmId: filmId ? String(filmId) : null,
    status,
    trackingUrl: parcel.trackingUrl,
    events: events.map(({ at, status: then, text }) => ({ at: at.toISOString(), status: then, text })),
    amount: parcel.amount,
    canCancel: isOurs,
    submitAt: status === 'paid' ? (dueAt?.toISOString() ?? null) : null,
    createdAt: parcel.createdAt.toISOString(),
  };
}

export function addressOf({ shipTo }: Pick<StoredParcel, 'shipTo'>): PostalAddress {
  const { name, line1, line2, city, region, postalCode, country, phone } = shipTo;
  return {
    name,
    line1,
    line2: line2 ?? null,
    city,
    region: region ?? null,
    postalCode: postalCode ?? null,
    country,
    phone: phone ?? null,
  };
}
