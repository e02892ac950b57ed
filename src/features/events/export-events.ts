import { paidFor } from '../orders/orders.service.ts';
import { titleOf } from './event.dto.ts';
import { EventModel, type StoredEvent, Types } from './event.model.ts';

/** A person's events as they may take them along: what they wrote, whom for and how it went, without keys. */
export async function* exportEvents(userId: string): AsyncGenerator<object> {
  const _id = new Types.ObjectId(userId);
  const found = EventModel.find({ $or: [{ creatorId: _id }, { organiserIds: _id }] })
    .sort({ _id: 1 })
    .lean<StoredEvent[]>()
    .cursor() as AsyncIterable<StoredEvent>;
  for await (const event of found) {
    const isOwn = event.creatorId?.equals(_id) ?? false;
    const { uuid, status, occasion, occasionOther, message, prompts, timeZone, deadline, deliverAt } = event;
    yield {
      id: String(event._id),
      uuid,
      title: titleOf(event),
      role: isOwn ? 'creator' : 'organiser',
      status,
      occasion,
      occasionOther,
      // Whom somebody else wrote down is theirs to tell.
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
      paidCents: isOwn ? await paidFor(String(event._id)) : null,
      createdAt: event.createdAt,
    };
  }
}
