import { platform } from '../../platform/platform.ts';
import type { Audience, ServerEventName, ServerEvents } from '../../shared/contracts/socket-events.ts';

/** Room of connections that receive this part of an event. */
export function eventRoom(eventId: string, audience: Audience): string {
  return `event:${eventId}:${audience}`;
}

/** Emits to the browsers that watch an event. */
export function emitToEvent<N extends ServerEventName>(
  eventId: string,
  audience: Audience,
  name: N,
  payload: ServerEvents[N],
): void {
  platform().sockets.emitToRoom(eventRoom(eventId, audience), name, payload);
}

/** Notifies an event's makers of a change; they fetch it again. */
export function tellMakers(eventId: string): void {
  emitToEvent(eventId, 'creator', 'event:updated', { id: eventId });
}

/** Closes the connections of an event's makers, so that one who was removed hears nothing more. */
export function cutOffMakers(eventId: string): void {
  platform().sockets.cutOffRoom(eventRoom(eventId, 'creator'));
}
