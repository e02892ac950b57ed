import { platform } from '../../platform/platform.ts';
import type { ParcelStatus } from '../../shared/transitions.ts';
import { parcelStatesBefore } from '../../shared/transitions.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import { toPostalAddress } from '../profiles/postal-address.service.ts';
import { parcelMoved } from './domain-events.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';
import { mailStep } from './parcel-mails.ts';

interface Move {
  to: ParcelStatus;
  /** What its buyer reads. */
  text: string;
  set?: Partial<Pick<StoredParcel, 'dueAt' | 'claimedAt' | 'makerId' | 'trackingUrl' | 'lookAt' | 'filmId'>>;
  /** Only while nobody can have made it. */
  isUnclaimed?: boolean;
  /** Only while no maker has said that it took it. */
  isUnanswered?: boolean;
}

/**
 * Moves a parcel on, in one atomic update, and tells everybody; null if its status does not allow it. What is not made in
 * the end gives its money back.
 */
export async function moveParcel(
  { _id }: Pick<StoredParcel, '_id'>,
  { to, text, set, isUnclaimed, isUnanswered }: Move,
): Promise<StoredParcel | null> {
  const isOver = to === 'failed' || to === 'cancelled';
  const moved = await ParcelModel.findOneAndUpdate(
    {
      _id,
      status: { $in: parcelStatesBefore(to) },
      ...(isUnclaimed && { claimedAt: null }),
      ...(isUnanswered && { makerId: null }),
    },
    {
      $set: {
        status: to,
        isTold: false,
        ...(isOver && { refund: 'due' as const, dueAt: null, lookAt: null, fixBy: null }),
        ...(to === 'delivered' && { lookAt: null }),
        ...set,
      },
      $push: { events: { at: new Date(), status: to, text } },
    },
    { returnDocument: 'after' },
  ).lean<StoredParcel>();
  if (moved) await tellStep(moved).catch((err) => platform().log.warn({ err, parcelId: String(_id) }, 'not told yet'));
  return moved;
}

/** Tells everybody how a parcel stands. Idempotent; repeated by the rescue where it fails. */
export async function tellStep(parcel: StoredParcel): Promise<void> {
  const { _id, eventId, userId, product, postcardId, status, trackingUrl, shipTo } = parcel;
  const about = { eventId: String(eventId), status, trackingUrl };
  const [error] = await parcelMoved.emit({
    ...about,
    parcelId: String(_id),
    product,
    postcardId: postcardId ? String(postcardId) : null,
    shipTo: shipTo.name ? toPostalAddress(shipTo) : null,
  });
  if (error !== undefined) throw error;
  await mailStep(parcel);
  const { sockets } = platform();
  // Others see that it moved, and not where to.
  emitToEvent(about.eventId, 'creator', 'order:updated', { id: String(_id), ...about, trackingUrl: null });
  sockets.emitToUser(String(userId), 'order:updated', { id: String(_id), ...about });
  sockets.emitToStaff('order:updated', { id: String(_id), ...about });
  await ParcelModel.updateOne({ _id, status }, { $set: { isTold: true } });
}
