import type { Delivery } from '../../shared/contracts/events.ts';
import { GIFT_UNDO, UNOPENED_FOR } from '../../shared/limits.ts';
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

type Nudged = Pick<
  EventRecord,
  'status' | 'deliveredAt' | 'openedAt' | 'nudgedAt' | 'isByHand' | 'isByText' | 'recipients' | 'undelivered'
>;

/** Where a delivery by us goes; null for recipients out of its reach. */
export function contactOf(
  { isByText }: Pick<EventRecord, 'isByText'>,
  { email, phone }: { email?: string | null | undefined; phone?: string | null | undefined },
): string | null {
  return (isByText ? phone : email) || null;
}

/** Whether recipients may be reminded by mail now: once, of a gift that has been wrapped for two days. */
export function mayNudge(event: Nudged, now: number): boolean {
  const { status, deliveredAt, openedAt, nudgedAt } = event;
  if (status !== 'delivered' || !deliveredAt || openedAt || nudgedAt) return false;
  return deliveredAt.getTime() + UNOPENED_FOR <= now && mailedRecipients(event).length > 0;
}

/** Recipients that the delivery reached by mail, with their addresses in lowercase. */
export function mailedRecipients({
  recipients,
  undelivered,
  isByHand,
  isByText,
}: Pick<Nudged, 'recipients' | 'undelivered' | 'isByHand' | 'isByText'>): { email: string; firstName: string }[] {
  if (isByHand || isByText) return [];
  const lost = new Set(undelivered.map(({ recipientId }) => recipientId));
  return recipients.flatMap(({ id, email, firstName }) =>
    email && !lost.has(id) ? [{ email: email.trim().toLowerCase(), firstName }] : [],
  );
}

/** The delivery for the event's makers. @param canText whether texts by us reach anybody here */
export function deliveryOf(
  event: Plan & Nudged & Pick<EventRecord, 'deliveryMessage'>,
  canText: boolean,
  now = Date.now(),
): Delivery {
  const at = event.deliveryId ? (event.deliverAt ?? null) : null;
  const left = at ? at.getTime() - now : 0;
  return {
    at: at?.toISOString() ?? null,
    message: event.deliveryMessage ?? '',
    byHand: event.isByHand,
    byText: event.isByText,
    canText,
    undoFor: at && event.planBefore && !isGoingOut(event) ? Math.max(0, left / 1000) : null,
    isGoingOut: isGoingOut(event),
    mayNudge: mayNudge(event, now),
    nudgedAt: event.nudgedAt?.toISOString() ?? null,
  };
}
