import type { Event } from './contracts/events.ts';
import type { PublishedMedia, RenderJob } from './contracts/films.ts';
import type { Media } from './contracts/media.ts';
import type { ErrorCode } from './error-codes.ts';

/** The three namespaces on the app's host, reached by websocket only. `/users` needs a session, `/staff` a role. */
export const SOCKET_NAMESPACES = ['/public', '/users', '/staff'] as const;
export type SocketNamespace = (typeof SOCKET_NAMESPACES)[number];

/** What the server tells; payload by name. A payload is a whole thing or its id and what changed. */
export interface ServerEvents {
  'media:updated': Media;
  'media:removed': { id: string };
  'event:updated': { id: string } & Partial<Pick<Event, 'status' | 'isClosed' | 'counts' | 'length' | 'deadline'>>;
  'render:progress': RenderJob;
  'film:published': PublishedMedia;
  'track:updated': { id: string } & Record<string, unknown>;
  'announcement:changed': { id: string | null };
}
export type ServerEventName = keyof ServerEvents;

/** The same as functions, as the socket library types them. */
export type ServerToClient = { [N in ServerEventName]: (payload: ServerEvents[N]) => void };

/** `event` is an id, a uuid or a key; `v` a key presented beside it. */
export interface JoinRequest {
  event: string;
  v?: string;
}

export type JoinAnswer =
  | { success: true; data: { eventId: string; audience: Audience } }
  | { success: false; error: { code: ErrorCode; message: string } };

export interface ClientToServer {
  /** Ask to hear of an event; answered by what one will hear. Ask again after each reconnect. */
  'event:join': (request: JoinRequest, answer: (result: JoinAnswer) => void) => void;
  'event:leave': (request: { eventId: string }, answer: (result: { success: true }) => void) => void;
}

/** Who hears what is emitted to an event: creator, organisers and staff, or also recipients, viewers and visitors of its page. */
export type Audience = 'creator' | 'everyone';

/** Tells browsers what happened. From any process; nothing is thrown when nobody listens or the way is broken. */
export interface SocketEmitter {
  emitToEvent<N extends ServerEventName>(eventId: string, audience: Audience, name: N, payload: ServerEvents[N]): void;
  /** To all browsers in which this user is signed in. */
  emitToUser<N extends ServerEventName>(userId: string, name: N, payload: ServerEvents[N]): void;
  emitToStaff<N extends ServerEventName>(name: N, payload: ServerEvents[N]): void;
  /** To everybody who is connected. */
  emitToAll<N extends ServerEventName>(name: N, payload: ServerEvents[N]): void;
}
