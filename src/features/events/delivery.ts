import { platform } from '../../platform/platform.ts';
import type { Undelivered } from '../../shared/contracts/events.ts';
import { whilePlanned } from './delivery-state.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { toEventRecord } from './event-record.ts';
import { tellMakers } from './event-sockets.service.ts';
import { eventFilms } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';
import { mailGifts, withdrawUnreached } from './gift-mails.service.ts';
import { eventJobs } from './job-types.ts';
import { mailPaymentNote } from './payment-notes.service.ts';

/** Puts the job of a planned delivery into the queue; nothing where none is planned. To be repeated after a crash. */
export async function enqueueDelivery(event: Pick<EventRecord, 'id' | 'deliveryId' | 'deliverAt'>): Promise<void> {
  const { deliveryId, deliverAt } = event;
  if (!deliveryId || !deliverAt) return;
  await platform().queue.enqueue(
    eventJobs.deliver,
    { eventId: event.id, deliveryId },
    { runAt: deliverAt, uniqueKey: deliveryId },
  );
}

/** Sends the mails of a planned delivery. Outdated plans do nothing; a repeated run sends nobody a second mail. */
export async function carryOutDelivery(eventId: string, deliveryId: string): Promise<void> {
  const event = toEventRecord(await EventModel.findOne({ _id: eventId, deliveryId }).lean<StoredEvent>());
  if (event?.status === 'active') return forgetPlan(event, nobodyGotIt(event, 'film'));
  if (event && !hasSomebody(event)) return forgetPlan(event, nobodyGotIt(event, 'address'));
  if (!event?.currentFilmId || !['finalized', 'delivered', 'finalizing'].includes(event.status)) return;
  if ((await eventFilms().filmDue(event)) > 0) {
    await mailPaymentNote(event, deliveryId, NOT_SENT);
    return forgetPlan(event);
  }
  if (!(await begin(event))) return;
  const { mailed, undelivered } = event.isByHand ? { mailed: 0, undelivered: [] } : await mailGifts(event, deliveryId);
  if (mailed === 0 && !event.isByHand) return forgetPlan(event, undelivered);
  // While the film is being made anew the plan stays, and is carried out once more when that is done; nobody is written twice.
  await markDelivered(event, undelivered);
  await withdrawUnreached(eventId);
  tellMakers(eventId);
}

const NOT_SENT =
  'It was time to give the film, but it isn’t paid for, so nothing was sent. Pay for it in the studio, then give it.';

/**
 * From here on the plan can’t be taken back or replaced. False where that happened just now. A run after a crash goes on.
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
  return event.isByHand || event.recipients.some((each) => each.email);
}

function nobodyGotIt({ recipients }: EventRecord, why: Undelivered['why']): Undelivered[] {
  return recipients.map(({ id }) => ({ recipientId: id, why }));
}

/** The film was given by this plan, unless another plan or state came between. */
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
      // A mail that was refused meanwhile has said so already.
      $addToSet: { undelivered: { $each: undelivered } },
    },
  );
}

/** The time came before there was a film or anybody to write to, or no mail could go. It doesn't go out by itself later: its maker looks first. */
async function forgetPlan({ id, deliveryId }: EventRecord, undelivered: Undelivered[] = []): Promise<void> {
  await EventModel.updateOne({ _id: id, deliveryId }, { $set: { deliveryId: null, deliverAt: null, undelivered } });
  tellMakers(id);
}

/** Enqueues deliveries that are due and have no job: a process died between planning one and enqueueing it. */
export async function rescueDeliveries(now = new Date()): Promise<number> {
  const due = await EventModel.find({
    // As the index has it, or it would not be used.
    deliveryId: { $type: 'string' },
    deliverAt: { $lte: now },
    status: { $in: ['finalized', 'delivered'] },
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
