import { platform } from '../../platform/platform.ts';
import type { Undelivered } from '../../shared/contracts/events.ts';
import { contactOf, whilePlanned } from './delivery-state.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { toEventRecord } from './event-record.ts';
import { tellMakers } from './event-sockets.service.ts';
import { eventFilms } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';
import { afterDelivery } from './follow-ups.ts';
import { mailGifts } from './gift-mails.service.ts';
import { withdrawUnreached } from './gift-reach.service.ts';
import { textGifts } from './gift-texts.service.ts';
import { eventJobs } from './job-types.ts';
import { tellNews } from './makers-news.service.ts';
import { tellNotReached } from './not-reached.ts';
import { mailPaymentNote } from './payment-notes.service.ts';

/** Enqueues the job of a planned delivery, if any. Idempotent. */
export async function enqueueDelivery(event: Pick<EventRecord, 'id' | 'deliveryId' | 'deliverAt'>): Promise<void> {
  const { deliveryId, deliverAt } = event;
  if (!deliveryId || !deliverAt) return;
  await platform().queue.enqueue(
    eventJobs.deliver,
    { eventId: event.id, deliveryId },
    { runAt: deliverAt, uniqueKey: deliveryId },
  );
}

/** Sends the mails or texts of a planned delivery. Ignores outdated plans; a repeated run sends no second one. */
export async function carryOutDelivery(eventId: string, deliveryId: string): Promise<void> {
  const event = toEventRecord(await EventModel.findOne({ _id: eventId, deliveryId }).lean<StoredEvent>());
  if (event?.status === 'active') return forgetPlan(event, nobodyGotIt(event, 'film'));
  if (event && !hasSomebody(event)) return forgetPlan(event, nobodyGotIt(event, 'address'));
  if (!event?.currentFilmId || !['finalized', 'delivered', 'finalizing'].includes(event.status)) return;
  if ((await eventFilms().filmDue(event)) > 0) {
    await mailPaymentNote(event, deliveryId, NOT_SENT, 'paymentFailed');
    return forgetPlan(event);
  }
  if (!(await begin(event))) return;
  const send = event.isByText ? textGifts : mailGifts;
  const { sent, undelivered } = event.isByHand ? { sent: 0, undelivered: [] } : await send(event, deliveryId);
  if (sent === 0 && !event.isByHand) return forgetPlan(event, undelivered);
  await tellNotReached(event, undelivered, deliveryId);
  const waits = { _id: eventId, deliveryId, openedAt: null };
  await EventModel.updateOne(waits, { $set: { followUp: afterDelivery(new Date()) } });
  // During a render the plan stays, and is repeated with the new film; nobody is mailed twice.
  await markDelivered(event, undelivered);
  // Who gave it just now knows.
  if (!event.planBefore) {
    await tellNews({ eventId, type: 'delivered', key: '', stamp: deliveryId, facts: { byHand: event.isByHand } });
  }
  // A mail may have been refused before: this takes the news back as well.
  await withdrawUnreached(eventId);
  tellMakers(eventId);
}

const NOT_SENT =
  'It was time to give the film, but it isn’t paid for, so nothing was sent. Pay for it in the studio, then give it.';

/**
 * From here on the plan can't be undone or replaced. False if that has just happened. A run after a crash continues.
 */
async function begin(event: EventRecord): Promise<boolean> {
  const { id, deliveryId, begunDeliveryId } = event;
  if (begunDeliveryId === deliveryId) return true;
  const begun = await EventModel.updateOne(whilePlanned({ id, deliveryId }), {
    $set: { begunDeliveryId: deliveryId },
  });
  return (
    begun.modifiedCount === 1 ||
    (await EventModel.exists({ _id: id, deliveryId, begunDeliveryId: deliveryId })) !== null
  );
}

function hasSomebody(event: EventRecord): boolean {
  return event.isByHand || event.recipients.some((each) => contactOf(event, each));
}

function nobodyGotIt({ recipients }: EventRecord, why: Undelivered['why']): Undelivered[] {
  return recipients.map(({ id }) => ({ recipientId: id, why }));
}

/** Marks the film as delivered by this plan, unless plan or state have changed. */
async function markDelivered(event: EventRecord, undelivered: Undelivered[]): Promise<void> {
  const { id, deliveryId, status, deliveredAt } = event;
  await EventModel.updateOne(
    { _id: id, deliveryId, status: { $in: ['finalized', 'delivered'] } },
    {
      $set: {
        status: 'delivered',
        statusBefore: status,
        deliveredAt: deliveredAt ?? new Date(),
        deliveryId: null,
      },
      // A mail refused meanwhile has been recorded already.
      $addToSet: { undelivered: { $each: undelivered } },
    },
  );
}

/**
 * There was no film, no address, or no mail could be sent. It is not sent later automatically: the organiser decides, and
 * learns why.
 */
async function forgetPlan(event: EventRecord, undelivered: Undelivered[] = []): Promise<void> {
  const { id, deliveryId } = event;
  await tellNotReached(event, undelivered, deliveryId ?? '');
  await EventModel.updateOne({ _id: id, deliveryId }, { $set: { deliveryId: null, deliverAt: null, undelivered } });
  tellMakers(id);
}

/**
 * Enqueues deliveries that are due and have no job: after a crash, or when their first film failed just then. That plan is
 * forgotten: it must not be sent when a film is made days later.
 */
export async function rescueDeliveries(now = new Date()): Promise<number> {
  const due = await EventModel.find({
    // Written like the partial index, which would otherwise not be used.
    deliveryId: { $type: 'string' },
    deliverAt: { $lte: now },
    status: { $in: ['active', 'finalized', 'delivered'] },
  })
    .limit(200)
    .lean<StoredEvent[]>();
  for (const event of due) {
    const deliveryId = event.deliveryId ?? '';
    await platform().queue.enqueue(
      eventJobs.deliver,
      { eventId: String(event._id), deliveryId },
      { uniqueKey: deliveryId },
    );
  }
  return due.length;
}
