import { newPrivateKey, newUuid, newViewKey } from '../../platform/id.ts';
import { countUp } from '../../platform/tally.ts';
import type { CreateEventBody, Event } from '../../shared/contracts/events.ts';
import { promptsFor } from '../../shared/occasion-words.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { keepTimeZone } from '../profiles/profiles.service.ts';
import { planDeadlineMails } from './deadline-mails.ts';
import { enqueueDelivery } from './delivery.ts';
import { newOwner } from './draft-events.ts';
import { EventModel } from './event.model.ts';
import { requireAhead } from './event-dates.ts';
import { toEventRecord } from './event-record.ts';
import { present } from './view-event.service.ts';

/** Creates an event. Without a user it is a draft of the browser until someone signs in there. */
export async function createEvent(body: CreateEventBody, viewer: Viewer): Promise<Event> {
  requireAhead({ field: 'deadline', value: body.deadline });
  requireAhead({ field: 'deliverAt', value: body.deliverAt });
  const names = body.recipients.map(({ firstName }) => firstName);
  const created = await EventModel.create({
    uuid: newUuid(),
    privateKey: newPrivateKey(),
    viewKey: newViewKey(),
    occasion: body.occasion,
    occasionOther: body.occasionOther ?? null,
    ...newOwner(viewer),
    recipients: body.recipients.map((each) => ({ ...each, id: newUuid() })),
    message: body.message ?? '',
    prompts: body.prompts ?? promptsFor(body.occasion, names).slice(0, 4),
    guestbook: body.guestbook ?? true,
    deadline: body.deadline ? new Date(body.deadline) : null,
    deliverAt: body.deliverAt ? new Date(body.deliverAt) : null,
    deliveryId: body.deliverAt ? newUuid() : null,
    timeZone: body.timeZone ?? 'UTC',
    isZoneAssumed: body.timeZone === undefined,
    analyticsClientId: body.analyticsClientId ?? null,
  });
  countUp('events');
  const event = toEventRecord(created.toObject());
  await enqueueDelivery(event);
  await planDeadlineMails(event);
  if (viewer.user && !viewer.isImpersonated) await keepTimeZone(viewer.user.id, body.timeZone);
  return present(event, 'creator');
}
