import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import { eventDeliverJob, mailSendJob } from '../../shared/jobs.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { titleOf } from './event.dto.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { requireAhead } from './event-dates.ts';
import { requireCreator } from './events.access.ts';

/**
 * Plans the delivery now or at a time. A later plan replaces an earlier one.
 * WRONG_STATE without a film; FIELDS_REFUSED when there is nobody to write to.
 */
export async function planDelivery(
  id: string,
  plan: { at?: string | null | undefined; timeZone?: string | undefined; message?: string | undefined },
  viewer: Viewer,
): Promise<StoredEvent> {
  const event = await requireCreator(id, viewer);
  requireAhead({ field: 'at', value: plan.at, stored: event.deliverAt, mayBeNow: true });
  if (!event.recipients.some((each) => each.email)) {
    throw new AppError('FIELDS_REFUSED', {
      message: 'Add the e-mail address of a recipient first, or hand them the link yourself.',
      fields: { recipients: 'Nobody here has an e-mail address yet.' },
    });
  }
  const at = plan.at ? new Date(plan.at) : new Date();
  const deliveryId = newUuid();
  const planned = await EventModel.findOneAndUpdate(
    { _id: event._id, status: { $in: ['finalized', 'delivered'] }, currentFilmId: { $ne: null } },
    {
      $set: {
        deliverAt: at,
        deliveryId,
        deliveryMessage: plan.message ?? null,
        ...(plan.timeZone && { timeZone: plan.timeZone }),
      },
    },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (!planned) {
    throw new AppError('WRONG_STATE', { message: 'There is no film to give yet. Publish it first, then deliver it.' });
  }
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
  if (event && (event.status === 'active' || !event.recipients.some((each) => each.email))) return forgetPlan(event);
  if (!event?.currentFilmId || !['finalized', 'delivered', 'finalizing'].includes(event.status)) return;
  const { config, queue, sockets } = platform();
  for (const recipient of event.recipients) {
    if (!recipient.email) continue;
    const key = `gift:${deliveryId}:${recipient.id}`;
    await queue.enqueue(
      mailSendJob,
      {
        key,
        to: recipient.email,
        template: 'gift',
        values: {
          firstName: recipient.firstName,
          from: event.creatorName ?? 'Your friends and family',
          occasion: event.occasion,
          title: titleOf(event),
          message: event.deliveryMessage ?? '',
          url: `${config.appOrigin}/e/${event.privateKey}`,
        },
      },
      { uniqueKey: key },
    );
  }
  // While the film is being made anew the plan stays, and is carried out once more when that is done; nobody is written twice.
  await EventModel.updateOne(
    { _id: event._id, deliveryId, status: { $in: ['finalized', 'delivered'] } },
    {
      $set: {
        status: 'delivered',
        statusBefore: event.status,
        deliveredAt: event.deliveredAt ?? new Date(),
        deliveryId: null,
      },
    },
  );
  sockets.emitToEvent(eventId, 'creator', 'event:updated', { id: eventId });
}

/** The time came before there was a film or anybody to write to. It doesn't go out by itself later: its maker looks first. */
async function forgetPlan({ _id, deliveryId }: StoredEvent): Promise<void> {
  await EventModel.updateOne({ _id, deliveryId }, { $set: { deliveryId: null, deliverAt: null } });
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
