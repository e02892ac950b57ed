import type { PostalAddress, Postcard } from '../../shared/contracts/postcards.ts';
import type { POSTCARD_STATUSES } from '../../shared/postcards.ts';
import type { ParcelStatus } from '../../shared/transitions.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import { CARD_IS_OVER, isLastOfCard } from '../parcels/post-cards.service.ts';
import { PostcardModel } from './postcard.model.ts';
import { forgetOrphaned } from './postcard-data.ts';

type Status = (typeof POSTCARD_STATUSES)[number];

/** A card that was cancelled can be changed and posted again. */
const STATUS_OF: Readonly<Record<ParcelStatus, Status>> = {
  created: 'paid',
  paid: 'paid',
  submitted: 'sent',
  inProduction: 'printing',
  shipped: 'mailed',
  delivered: 'delivered',
  failed: 'failed',
  cancelled: 'draft',
};

interface Moved {
  parcelId: string;
  eventId: string;
  postcardId: string | null;
  /** Where it goes: its address may have been mended. */
  shipTo: PostalAddress | null;
  status: ParcelStatus;
  trackingUrl: string | null;
}

/** A card stands as its parcel does. Idempotent. */
export async function followParcel({
  parcelId,
  eventId,
  postcardId,
  shipTo,
  status,
  trackingUrl,
}: Moved): Promise<void> {
  // An earlier one, which was cancelled, may be told of late.
  if (!postcardId || !(await isLastOfCard(parcelId, postcardId))) return;
  const set = { status: STATUS_OF[status], trackingUrl };
  const done = await PostcardModel.updateOne(
    { _id: postcardId },
    { $set: { ...set, ...(shipTo && { to: shipTo }) }, $inc: { revision: 1 } },
  );
  if (done.matchedCount > 0) tellMakersOfCard({ id: postcardId, eventId, ...set });
  if (CARD_IS_OVER.includes(status)) await forgetOrphaned(postcardId);
}

export function tellMakersOfCard(card: Pick<Postcard, 'id' | 'eventId' | 'status' | 'trackingUrl'>): void {
  emitToEvent(card.eventId, 'creator', 'postcard:updated', card);
}
