import type { EventRecord } from './find-events.service.ts';

/** Marks the jobs that are about an event, so that they are cancelled with it. */
export function eventTag(eventId: string): string {
  return `event:${eventId}`;
}

/** Whose turn a job about this event is: events take turns, and so do owners, however many events they have. */
export function workGroups(event: Pick<EventRecord, 'id' | 'creatorId'>): string[] {
  const own = eventTag(event.id);
  return event.creatorId ? [own, `owner:${event.creatorId}`] : [own];
}
