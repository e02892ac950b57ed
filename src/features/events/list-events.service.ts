import { platform } from '../../platform/platform.ts';
import type { Event } from '../../shared/contracts/events.ts';
import { RESTORE_WINDOW } from '../../shared/limits.ts';
import { paidFor } from '../orders/orders.service.ts';
import { toEventDto } from './event.dto.ts';
import { EventModel, type StoredEvent, Types } from './event.model.ts';
import { titleOf } from './event-facts.service.ts';
import { toEventRecord } from './event-record.ts';
import { eventClips, eventFilms } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';
import { ownedBy } from './ownership.ts';
import { shownStages, toShownEvent } from './shown-event.ts';

/** Number of the events that a user made or organises. */
export function countEvents(userId: string): Promise<number> {
  return EventModel.countDocuments(livingWith(userId));
}

/** Also those that others made. */
function livingWith(userId: string) {
  return {
    $or: [ownedBy(userId), { organiserIds: new Types.ObjectId(userId) }],
    status: { $ne: 'deleted' as const },
  };
}

/** The latest events that a user made or organises, deleted ones too, for staff. */
export async function latestEventsOf(userId: string, limit = 20): Promise<EventRecord[]> {
  const id = new Types.ObjectId(userId);
  const found = await EventModel.find({ $or: [{ creatorId: id }, { organiserIds: id }] })
    .sort({ _id: -1 })
    .limit(limit)
    .lean<StoredEvent[]>();
  return found.map((event) => toEventRecord(event));
}

/**
 * The events that a user made or organises, newest first; `cursor` is the last id seen. `posters`: URLs of up to three pictures of each, by id.
 */
export async function listEvents(
  userId: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ events: Event[]; posters: Map<string, string[]>; nextCursor: string | null }> {
  const after =
    page.cursor && Types.ObjectId.isValid(page.cursor) ? { _id: { $lt: new Types.ObjectId(page.cursor) } } : {};
  const found = await EventModel.aggregate<StoredEvent>([
    { $match: { ...livingWith(userId), ...after } },
    { $sort: { _id: -1 } },
    { $limit: page.limit + 1 },
    ...shownStages(),
  ]);
  const shown = found.slice(0, page.limit).map(toShownEvent);
  const ids = shown.map((each) => each.id);
  const summaries = await eventClips().summaries(ids);
  const events = await Promise.all(
    shown.map(async (each) =>
      toEventDto(each, each.creatorId === userId ? 'creator' : 'organiser', {
        summary: summaries.get(each.id),
        media: undefined,
        film: await eventFilms().film(each, 'own'),
        paid: await paidFor(each),
        packages: platform().config.facts.packages,
      }),
    ),
  );
  const posters = new Map([...summaries].map(([id, summary]) => [id, summary.posters]));
  return { events, posters, nextCursor: found.length > page.limit ? (ids.at(-1) ?? null) : null };
}

/** Deleted events that can be restored, newest first. */
export async function listDeleted(
  userId: string,
): Promise<{ id: string; title: string; until: string; timeZone: string }[]> {
  const found = await EventModel.find({
    ...ownedBy(userId),
    status: 'deleted',
    deletedAt: { $gt: new Date(Date.now() - RESTORE_WINDOW) },
  })
    .sort({ deletedAt: -1 })
    .limit(50)
    .lean<StoredEvent[]>();
  return found
    .map((stored) => toEventRecord(stored))
    .map((event) => ({
      id: event.id,
      title: titleOf(event),
      until: new Date(Number(event.deletedAt) + RESTORE_WINDOW).toISOString(),
      timeZone: event.timeZone,
    }));
}
