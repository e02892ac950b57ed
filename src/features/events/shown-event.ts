import type { PipelineStage } from 'mongoose';
import { shareReads } from '../../platform/read-once.ts';
import { joinedPaid, joinPaid } from '../orders/orders.service.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { toEventRecord } from './event-record.ts';
import { eventFilms } from './events.parts.ts';
import { type EventRecord, filterOf } from './find-events.service.ts';

/** Stages that add what showing an event needs, so that all of it costs one command; `toShownEvent` reads them. */
export function shownStages(): PipelineStage.Lookup[] {
  return [joinPaid('_id'), eventFilms().join('currentFilmId')];
}

/** A joined event, for requests that change nothing: reads about it are shared. */
export function toShownEvent(joined: StoredEvent): EventRecord {
  const record = toEventRecord(joined);
  return shareReads(record, { paid: joinedPaid(joined), film: eventFilms().joined(joined) });
}

/** Like `findEvent`, with what showing the event needs. */
export async function findShownEvent(ref: unknown): Promise<EventRecord | null> {
  const filter = filterOf(ref);
  if (!filter) return null;
  const [found] = await EventModel.aggregate<StoredEvent>([{ $match: filter }, { $limit: 1 }, ...shownStages()]);
  return found ? toShownEvent(found) : null;
}
