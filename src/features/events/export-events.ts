import { paidFor } from '../orders/orders.service.ts';
import { Types } from './event.model.ts';
import { titleOf } from './event-facts.service.ts';
import { eachEvent } from './event-record.ts';
import { eventMusic } from './events.parts.ts';

/** A user's events for the data export, without keys. */
export async function* exportEvents(userId: string): AsyncGenerator<object> {
  const _id = new Types.ObjectId(userId);
  for await (const event of eachEvent({ $or: [{ creatorId: _id }, { organiserIds: _id }] })) {
    const isOwn = event.creatorId === userId;
    const { uuid, status, occasion, occasionOther, message, prompts, timeZone, deadline, deliverAt } = event;
    yield {
      id: event.id,
      uuid,
      title: titleOf(event),
      role: isOwn ? 'creator' : 'organiser',
      status,
      occasion,
      occasionOther,
      // Recipients entered by another user are that user's data.
      recipients: event.recipients.map(({ firstName, lastName, email, phone }) =>
        isOwn ? { firstName, lastName, email, phone } : { firstName, lastName },
      ),
      message,
      prompts,
      deliveryMessage: isOwn ? event.deliveryMessage : null,
      timeZone,
      deadline,
      deliverAt,
      deliveredAt: event.deliveredAt,
      openedAt: event.openedAt,
      clips: event.order.length,
      filmVersions: event.filmVersions,
      songs: await eventMusic().songsOf(event.id),
      paidCents: isOwn ? await paidFor(event) : null,
      createdAt: event.createdAt,
    };
  }
}
