import { platform } from '../../platform/platform.ts';
import type { Audience, ServerEventName, ServerEvents } from '../../shared/contracts/socket-events.ts';

/** Where those are who hear this part of an event. */
export function eventRoom(eventId: string, audience: Audience): string {
  return `event:${eventId}:${audience}`;
}

/** Sends a message to the browsers that watch an event. */
export function emitToEvent<N extends ServerEventName>(
  eventId: string,
  audience: Audience,
  name: N,
  payload: ServerEvents[N],
): void {
  platform().sockets.emitToRoom(eventRoom(eventId, audience), name, payload);
}

/** Tells an event's makers that it has changed; they read it again. */
export function tellMakers(eventId: string): void {
  emitToEvent(eventId, 'creator', 'event:updated', { id: eventId });
}
