import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import { CURRENCY } from '../../shared/pricing.ts';
import type { EventStatus } from '../../shared/transitions.ts';
import { enqueueDelivery } from './delivery.ts';
import { isGoingOut, soonest, whilePlanned } from './delivery-state.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { requireAhead } from './event-dates.ts';
import { toEventRecord } from './event-record.ts';
import { tellMakers } from './event-sockets.service.ts';
import { eventFilms } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';
import { requireGiftMail } from './gift-mails.service.ts';

/** What the organiser asks for; `byHand`: they hand over the link themselves, so no mail goes out. */
interface DeliveryPlan {
  /** Null or absent: now, which is ten seconds from now. */
  at?: string | null | undefined;
  timeZone?: string | undefined;
  message?: string | undefined;
  byHand?: boolean | undefined;
}

/** While a film is made once more, the one before can be given. */
const GIVABLE: readonly EventStatus[] = ['finalizing', 'finalized', 'delivered'];

/**
 * Plans the delivery for a time, or for now: then it goes out ten seconds later, unless it is taken back. A later plan
 * replaces an earlier one. WRONG_STATE without a film or while a delivery is going out; PAYMENT_REQUIRED
 * (`details.amount`) while something is due for the film; FIELDS_REFUSED when there is nobody to write to; and as
 * `requireGiftMail` where a mail goes out.
 */
export async function planDelivery(
  event: EventRecord,
  plan: DeliveryPlan,
  userId: string | undefined,
): Promise<EventRecord> {
  requireAhead({ field: 'at', value: plan.at, stored: event.deliverAt, mayBeNow: true });
  const isByHand = plan.byHand ?? false;
  if (!isByHand && !event.recipients.some((each) => each.email)) {
    throw new AppError('FIELDS_REFUSED', {
      message: 'Add a recipient’s email address first, or choose to hand over the link yourself.',
      fields: { recipients: 'Nobody here has an email address yet.' },
    });
  }
  await requirePaidFilm(event);
  const asked = plan.at ? new Date(plan.at) : null;
  const at = soonest(asked);
  const isNow = asked?.getTime() !== at.getTime();
  if (!isByHand) await requireGiftMail(event, { message: plan.message ?? '', isNow }, userId);
  const stored = await EventModel.findOneAndUpdate(
    { ...whilePlanned(event), status: { $in: GIVABLE }, currentFilmId: { $ne: null } },
    {
      $set: {
        deliverAt: at,
        deliveryId: newUuid(),
        deliveryMessage: plan.message ?? null,
        planBefore: isNow ? planBefore(event) : null,
        undelivered: [],
        isByHand,
        ...(plan.timeZone && { timeZone: plan.timeZone, isZoneAssumed: false }),
      },
    },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (!stored) throw await whyNotPlanned(event);
  const planned = toEventRecord(stored);
  await enqueueDelivery(planned);
  tellMakers(planned.id);
  return planned;
}

/**
 * Cancels a plan, or takes back what was given “now” within its ten seconds: the plan before it, if its time is still
 * ahead, holds again. Answers the event as it is where nothing is planned. WRONG_STATE once it has begun to go out.
 */
export async function takeBackDelivery(event: EventRecord): Promise<EventRecord> {
  const { deliveryId, planBefore: before } = event;
  if (!deliveryId) {
    if (event.deliveredAt) throw alreadyGone();
    return event;
  }
  const back = before?.at && before.at > soonest(null) ? before : null;
  const stored = await EventModel.findOneAndUpdate(
    whilePlanned(event),
    {
      $set: {
        deliverAt: back?.at ?? null,
        deliveryId: back ? newUuid() : null,
        planBefore: null,
        ...(back && { deliveryMessage: back.message, isByHand: back.isByHand }),
      },
    },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (!stored) throw await whyNotPlanned(event);
  const undone = toEventRecord(stored);
  await enqueueDelivery(undone);
  tellMakers(undone.id);
  return undone;
}

/** What taking back a delivery “now” returns to; asking twice for now keeps the plan of a day. */
function planBefore(event: EventRecord) {
  if (event.deliveryId && event.planBefore) return event.planBefore;
  const { deliveryId, deliverAt, deliveryMessage, isByHand } = event;
  return { at: deliveryId ? deliverAt : null, message: deliveryMessage, isByHand };
}

async function whyNotPlanned({ id, deliveryId }: EventRecord): Promise<AppError> {
  const now = toEventRecord(await EventModel.findById(id).lean<StoredEvent>());
  if (!now?.currentFilmId || !GIVABLE.includes(now.status)) {
    return new AppError('WRONG_STATE', { message: 'There’s no film to give yet. Publish it first, then give it.' });
  }
  if (isGoingOut(now) || (deliveryId && now.deliveryId === null && now.deliveredAt)) return alreadyGone();
  return new AppError('WRONG_STATE', { message: 'The plan was changed a moment ago. Look at it again, please.' });
}

/** The refusal where it is too late to move or stop a delivery. */
export function alreadyGone(): AppError {
  return new AppError('WRONG_STATE', { message: 'It’s already on its way, so it can’t be stopped any more.' });
}

/** PAYMENT_REQUIRED while something is due for the film that is there, such as after leaving a free occasion. */
async function requirePaidFilm(event: EventRecord): Promise<void> {
  const amount = await eventFilms().filmDue(event);
  if (amount === 0) return;
  throw new AppError('PAYMENT_REQUIRED', {
    message: 'This film isn’t paid for yet. Pay for it in the studio, then give it.',
    details: { amount, currency: CURRENCY },
  });
}
