import type { Delivery } from '../../shared/contracts/events.ts';
import { GIFT_UNDO } from '../../shared/limits.ts';
import type { EventRecord } from './find-events.service.ts';

type Plan = Pick<EventRecord, 'deliverAt' | 'deliveryId' | 'begunDeliveryId' | 'planBefore'>;

/** Earliest time of sending: an immediate delivery can be undone until then. */
export function soonest(at: Date | null, now = Date.now()): Date {
  return new Date(Math.max(at?.getTime() ?? 0, now + GIFT_UNDO));
}

/** Filter: the plan is unchanged and sending has not begun. */
export function whilePlanned({ id, deliveryId }: Pick<EventRecord, 'id' | 'deliveryId'>) {
  return { _id: id, deliveryId, ...(deliveryId && { begunDeliveryId: { $ne: deliveryId } }) };
}

/** Whether sending has begun and not finished. */
export function isGoingOut({ deliveryId, begunDeliveryId }: Pick<Plan, 'deliveryId' | 'begunDeliveryId'>): boolean {
  return deliveryId != null && deliveryId === begunDeliveryId;
}

/** The delivery for the event's makers. */
export function deliveryOf(
  event: Plan & Pick<EventRecord, 'deliveryMessage' | 'isByHand'>,
  now = Date.now(),
): Delivery {
  const at = event.deliveryId ? (event.deliverAt ?? null) : null;
  const left = at ? at.getTime() - now : 0;
  return {
    at: at?.toISOString() ?? null,
    message: event.deliveryMessage ?? '',
    byHand: event.isByHand,
    undoFor: at && event.planBefore && !isGoingOut(event) ? Math.max(0, left / 1000) : null,
    isGoingOut: isGoingOut(event),
  };
}
