import { domainEvent } from '../../platform/domain-events.ts';
import type { ParcelProduct } from '../../shared/contracts/orders.ts';
import type { PostalAddress } from '../../shared/contracts/postcards.ts';
import type { ParcelStatus } from '../../shared/transitions.ts';

/** A parcel moved on. At least once for the status that it stays in; an error repeats it. */
export const parcelMoved = domainEvent<{
  parcelId: string;
  eventId: string;
  product: ParcelProduct;
  /** Null for anything else. */
  postcardId: string | null;
  /** Null once it was forgotten. */
  shipTo: PostalAddress | null;
  status: ParcelStatus;
  trackingUrl: string | null;
}>('parcel.moved');
