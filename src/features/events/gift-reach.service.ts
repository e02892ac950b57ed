import { platform } from '../../platform/platform.ts';
import type { Undelivered } from '../../shared/contracts/events.ts';
import { GIFT_UNDO } from '../../shared/limits.ts';
import { contactOf, mailedRecipients } from './delivery-state.ts';
import { giftWithdrawn } from './domain-events.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { toEventRecord } from './event-record.ts';
import { tellMakers } from './event-sockets.service.ts';
import { type EventRecord, findEvent } from './find-events.service.ts';
import { addressOf, hash, releaseGift } from './gift-claims.service.ts';
import { tellNotReached } from './not-reached.ts';

/**
 * A gift mail failed permanently: refused, or its server was unreachable for long. Its makers learn of it and may send it
 * again. An event that reached nobody does not count as delivered. Idempotent.
 */
export async function giftMailLost(eventId: string, email: string, why: 'refused' | 'failed'): Promise<void> {
  const event = await findEvent(eventId);
  const lost = (event?.recipients ?? []).filter((each) => each.email && addressOf(each.email) === addressOf(email));
  if (event && lost.length > 0) await giftLost(event, addressOf(email), { recipients: lost, why });
}

/** The same for a gift by text. */
export async function giftTextLost(eventId: string, recipientId: string): Promise<void> {
  const event = await findEvent(eventId);
  const lost = event?.recipients.find(({ id }) => id === recipientId);
  if (event && lost?.phone) await giftLost(event, numberOf(lost.phone), { recipients: [lost], why: 'failed' });
}

/** A telephone number without spaces and signs, as it is known here. */
export function numberOf(phone: string): string {
  return phone.replace(/[^\d+]/g, '');
}

async function giftLost(
  event: EventRecord,
  at: string,
  { recipients, why }: { recipients: readonly { id: string }[]; why: Undelivered['why'] },
): Promise<void> {
  await releaseGift(event, at);
  for (const { id: recipientId } of recipients) {
    await EventModel.updateOne(
      { _id: event.id, 'undelivered.recipientId': { $ne: recipientId } },
      { $push: { undelivered: { recipientId, why } } },
    );
  }
  await withdrawUnreached(event.id);
  const lost = recipients.map(({ id: recipientId }) => ({ recipientId, why }));
  await tellNotReached(event, lost, `${event.begunDeliveryId}:${hash(at)}`);
  tellMakers(event.id);
}

/** Recipients that the gift reached by our mail, with their addresses in lowercase; nobody if makers passed it on. */
export function reachedByMail(event: EventRecord): { email: string; firstName: string }[] {
  return event.begunDeliveryId ? mailedRecipients(event) : [];
}

/** If no recipient was reached, the event is not delivered: return to its film, and no news says that it was. Idempotent. */
export async function withdrawUnreached(eventId: string): Promise<void> {
  const event = await EventModel.findById(eventId).lean<StoredEvent>();
  const record = toEventRecord(event);
  if (!event || !record || event.isByHand || event.openedAt) return;
  if (event.status !== 'delivered' && event.status !== 'finalized') return;
  // An earlier version was delivered, and that remains.
  if (Number(event.deliveredAt) + GIFT_UNDO < Number(event.deliverAt)) return;
  const lost = new Set(event.undelivered.map(({ recipientId }) => recipientId));
  if (record.recipients.some((each) => contactOf(record, each) && !lost.has(each.id))) return;
  await EventModel.updateOne(
    { _id: eventId, status: 'delivered', openedAt: null, undelivered: event.undelivered },
    { $set: { status: 'finalized', statusBefore: null, deliveredAt: null, deliverAt: null } },
  );
  for (const err of await giftWithdrawn.emit({ eventId })) {
    platform().log.error({ err, eventId }, 'the news of a gift that reached nobody could not be taken back');
  }
}
