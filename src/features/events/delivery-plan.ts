import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import { CURRENCY } from '../../shared/pricing.ts';
import type { EventStatus } from '../../shared/transitions.ts';
import { enqueueDelivery } from './delivery.ts';
import { contactOf, isGoingOut, soonest, whilePlanned } from './delivery-state.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { requireAhead } from './event-dates.ts';
import { toEventRecord } from './event-record.ts';
import { tellMakers } from './event-sockets.service.ts';
import { eventFilms } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';
import { requireGiftMail } from './gift-mails.service.ts';
import { requireGiftText } from './gift-texts.service.ts';

/** A requested delivery; `byHand`: the organiser passes on the link, and nothing is sent. */
interface DeliveryPlan {
  /** Null or absent: now, which means in ten seconds. */
  at?: string | null | undefined;
  timeZone?: string | undefined;
  message?: string | undefined;
  byHand?: boolean | undefined;
  /** Text it to phone numbers instead of mailing it. */
  byText?: boolean | undefined;
}

/** During a new render, the previous film can be delivered. */
const GIVABLE: readonly EventStatus[] = ['finalizing', 'finalized', 'delivered'];

/**
 * Schedules a delivery, or one in ten seconds that can be undone. Replaces an earlier plan. WRONG_STATE without a film
 * or while a delivery is being sent; PAYMENT_REQUIRED (`details.amount`) while payment is due; FIELDS_REFUSED without
 * recipients' addresses or numbers; and the errors of `requireGiftMail` or `requireGiftText`.
 */
export async function planDelivery(
  event: EventRecord,
  plan: DeliveryPlan,
  userId: string | undefined,
): Promise<EventRecord> {
  requireAhead({ field: 'at', value: plan.at, stored: event.deliverAt, mayBeNow: true });
  const isByHand = plan.byHand ?? false;
  const isByText = !isByHand && (plan.byText ?? false);
  if (!isByHand && !event.recipients.some((each) => contactOf({ isByText }, each))) {
    const what = isByText ? 'phone number' : 'email address';
    throw new AppError('FIELDS_REFUSED', {
      message: `Add a recipient’s ${what} first, or choose to hand over the link yourself.`,
      fields: { recipients: `Nobody here has ${isByText ? 'a' : 'an'} ${what} yet.` },
    });
  }
  await requirePaidFilm(event);
  const asked = plan.at ? new Date(plan.at) : null;
  const at = soonest(asked);
  const isNow = asked?.getTime() !== at.getTime();
  const check = isByText ? requireGiftText : requireGiftMail;
  if (!isByHand) await check(event, { message: plan.message ?? '', isNow }, userId);
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
        isByText,
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
 * Cancels a plan, or undoes an immediate delivery within ten seconds, which restores the previous plan if it is still
 * in the future. Returns the event unchanged if nothing is planned. WRONG_STATE once sending has begun.
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
        ...(back && { deliveryMessage: back.message, isByHand: back.isByHand, isByText: back.isByText }),
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

/** The plan to restore when an immediate delivery is undone; kept when it is requested twice. */
function planBefore(event: EventRecord) {
  if (event.deliveryId && event.planBefore) return event.planBefore;
  const { deliveryId, deliverAt, deliveryMessage, isByHand, isByText } = event;
  return { at: deliveryId ? deliverAt : null, message: deliveryMessage, isByHand, isByText };
}

async function whyNotPlanned({ id, deliveryId }: EventRecord): Promise<AppError> {
  const now = toEventRecord(await EventModel.findById(id).lean<StoredEvent>());
  if (!now?.currentFilmId || !GIVABLE.includes(now.status)) {
    return new AppError('WRONG_STATE', { message: 'There’s no film to give yet. Publish it first, then give it.' });
  }
  if (isGoingOut(now) || (deliveryId && now.deliveryId === null && now.deliveredAt)) return alreadyGone();
  return new AppError('WRONG_STATE', { message: 'The plan was changed a moment ago. Look at it again, please.' });
}

/** Error when it is too late to change a delivery. */
export function alreadyGone(): AppError {
  return new AppError('WRONG_STATE', { message: 'It’s already on its way, so it can’t be stopped any more.' });
}

/** PAYMENT_REQUIRED while payment is due for the current film, for example after leaving a free occasion. */
async function requirePaidFilm(event: EventRecord): Promise<void> {
  const amount = await eventFilms().filmDue(event);
  if (amount === 0) return;
  throw new AppError('PAYMENT_REQUIRED', {
    message: 'This film isn’t paid for yet. Pay for it in the studio, then give it.',
    details: { amount, currency: CURRENCY },
  });
}
