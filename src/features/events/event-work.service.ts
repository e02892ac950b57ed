import type { EventRecord } from './find-events.service.ts';

/** Tag of jobs about an event, which are cancelled with it. */
export function eventTag(eventId: string): string {
  return `event:${eventId}`;
}

/** Groups for fair scheduling: events take turns, and so do owners, however many events they have. */
export function workGroups(event: Pick<EventRecord, 'id' | 'creatorId'>): string[] {
  const own = eventTag(event.id);
  return [event.creatorId ? `owner:${event.creatorId}/${own}` : own];
}
