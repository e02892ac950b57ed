import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import type { Undelivered } from '../../shared/contracts/events.ts';
import { eventDeliverJob } from '../../shared/jobs.ts';
import { CURRENCY } from '../../shared/pricing.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { requireAhead } from './event-dates.ts';
import { eventParts } from './event-parts.ts';
import { requireCreator } from './events.access.ts';
import { mailGifts, requireGiftMail } from './gift-mails.ts';
import { mailPaymentNote } from './payment-notes.ts';

/** What the organiser asks for; `byHand`: they hand over the link themselves, so no mail goes out. */
interface DeliveryPlan {
  at?: string | null | undefined;
  timeZone?: string | undefined;
  message?: string | undefined;
  byHand?: boolean | undefined;
}

/**
 * Plans the delivery now or at a time. A later plan replaces an earlier one.
 * WRONG_STATE without a film; PAYMENT_REQUIRED (`details.amount`) while something is due for it; FIELDS_REFUSED when there
 * is nobody to write to; and as `requireGiftMail` where a mail goes out.
 */
export async function planDelivery(id: string, plan: DeliveryPlan, viewer: Viewer): Promise<StoredEvent> {
  const event = await requireCreator(id, viewer);
  requireAhead({ field: 'at', value: plan.at, stored: event.deliverAt, mayBeNow: true });
  const isByHand = plan.byHand ?? false;
  if (!isByHand && !event.recipients.some((each) => each.email)) {
    throw new AppError('FIELDS_REFUSED', {
      message: 'Add a recipient’s email address first, or choose to hand over the link yourself.',
      fields: { recipients: 'Nobody here has an email address yet.' },
    });
  }
  await requirePaidFilm(event);
  const at = plan.at ? new Date(plan.at) : new Date();
  if (!isByHand) {
    await requireGiftMail(event, { message: plan.message ?? '', isNow: at <= new Date() }, viewer.user?.id);
  }
  const deliveryId = newUuid();
  const planned = await EventModel.findOneAndUpdate(
    { _id: event._id, status: { $in: ['finalized', 'delivered'] }, currentFilmId: { $ne: null } },
    {
      $set: {
        deliverAt: at,
        deliveryId,
        deliveryMessage: plan.message ?? null,
        undelivered: [],
        isByHand,
        ...(plan.timeZone && { timeZone: plan.timeZone }),
      },
    },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (!planned) {
    throw new AppError('WRONG_STATE', { message: 'There’s no film to give yet. Publish it first, then give it.' });
  }
  // Nothing has to be sent, so nothing is left to wait for.
  if (isByHand && at <= new Date()) return (await markDelivered(planned, [])) ?? planned;
  await enqueueDelivery(planned);
  return planned;
}

/** Puts the job of a planned delivery into the queue; nothing where none is planned. To be repeated after a crash. */
export async function enqueueDelivery(event: Pick<StoredEvent, '_id' | 'deliveryId' | 'deliverAt'>): Promise<void> {
  const { deliveryId, deliverAt } = event;
  if (!deliveryId || !deliverAt) return;
  await platform().queue.enqueue(
    eventDeliverJob,
    { eventId: String(event._id), deliveryId },
    { runAt: deliverAt, uniqueKey: deliveryId },
  );
}

/** Sends the mails of a planned delivery. Outdated plans do nothing; a repeated run sends nobody a second mail. */
export async function carryOutDelivery(eventId: string, deliveryId: string): Promise<void> {
  const event = await EventModel.findOne({ _id: eventId, deliveryId }).lean<StoredEvent>();
  if (event && (event.status === 'active' || !hasSomebody(event))) return forgetPlan(event);
  if (!event?.currentFilmId || !['finalized', 'delivered', 'finalizing'].includes(event.status)) return;
  if ((await eventParts().filmDue(event)) > 0) {
    await mailPaymentNote(event, deliveryId, NOT_SENT);
    return forgetPlan(event);
  }
  const { mailed, undelivered } = event.isByHand ? { mailed: 0, undelivered: [] } : await mailGifts(event, deliveryId);
  if (mailed === 0 && !event.isByHand) return forgetPlan(event, undelivered);
  // While the film is being made anew the plan stays, and is carried out once more when that is done; nobody is written twice.
  await markDelivered(event, undelivered);
  platform().sockets.emitToEvent(eventId, 'creator', 'event:updated', { id: eventId });
}

const NOT_SENT =
  'It was time to give the film, but it isn’t paid for, so nothing was sent. Pay for it in the studio, then give it.';

function hasSomebody(event: StoredEvent): boolean {
  return event.isByHand || event.recipients.some((each) => each.email);
}

/** The film was given by this plan; null where another plan or state came between. */
async function markDelivered(event: StoredEvent, undelivered: Undelivered[]): Promise<StoredEvent | null> {
  const { _id, deliveryId, status, deliveredAt } = event;
  return EventModel.findOneAndUpdate(
    { _id, deliveryId, status: { $in: ['finalized', 'delivered'] } },
    {
      $set: {
        status: 'delivered',
        statusBefore: status,
        deliveredAt: deliveredAt ?? new Date(),
        deliveryId: null,
        undelivered,
      },
    },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
}

/** PAYMENT_REQUIRED while something is due for the film that is there, such as after leaving a free occasion. */
async function requirePaidFilm(event: StoredEvent): Promise<void> {
  const amount = await eventParts().filmDue(event);
  if (amount === 0) return;
  throw new AppError('PAYMENT_REQUIRED', {
    message: 'This film isn’t paid for yet. Pay for it in the studio, then give it.',
    details: { amount, currency: CURRENCY },
  });
}

/** The time came before there was a film or anybody to write to, or no mail could go. It doesn't go out by itself later: its maker looks first. */
async function forgetPlan({ _id, deliveryId }: StoredEvent, undelivered: Undelivered[] = []): Promise<void> {
  await EventModel.updateOne({ _id, deliveryId }, { $set: { deliveryId: null, deliverAt: null, undelivered } });
  platform().sockets.emitToEvent(String(_id), 'creator', 'event:updated', { id: String(_id) });
}

/** Enqueues deliveries that are due and have no job: a process died between planning one and enqueueing it. */
export async function rescueDeliveries(now = new Date()): Promise<number> {
  const due = await EventModel.find({
    deliveryId: { $ne: null },
    deliverAt: { $lte: now },
    status: { $in: ['finalized', 'delivered'] },
  })
    .limit(200)
    .lean<StoredEvent[]>();
  for (const event of due) {
    const deliveryId = event.deliveryId ?? '';
    await platform().queue.enqueue(
      eventDeliverJob,
      { eventId: String(event._id), deliveryId },
      { uniqueKey: deliveryId },
    );
  }
  return due.length;
}
