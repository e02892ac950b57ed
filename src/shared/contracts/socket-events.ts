import type { ChatSide } from '../chat.ts';
import type { ErrorCode } from '../error-codes.ts';
import type { ChatMessage } from './chat.ts';
import type { DeskConversation } from './chat-desk.ts';
import type { Event } from './events.ts';
import type { PublishedMedia, RenderJob } from './films.ts';
import type { Media } from './media.ts';

/** The three namespaces on the app's host, reached by websocket only. `/users` needs a session, `/staff` a role that counts. */
export const SOCKET_NAMESPACES = ['/public', '/users', '/staff'] as const;
export type SocketNamespace = (typeof SOCKET_NAMESPACES)[number];

/** What the server tells; payload by name. A payload is a whole thing or its id and what changed. */
export interface ServerEvents {
  'media:updated': Media;
  /** `revision` is the clip's as it was removed: what has a lower one is older news. */
  'media:removed': { id: string; revision: number };
  /** `isThanked`: a recipient has just thanked everybody. */
  'event:updated': { id: string; isThanked?: true } & Partial<
    Pick<Event, 'status' | 'isClosed' | 'acceptsClips' | 'counts' | 'length' | 'deadline'>
  >;
  'render:progress': RenderJob;
  'film:published': PublishedMedia;
  'track:updated': { id: string } & Record<string, unknown>;
  'announcement:changed': { id: string | null };
  /** A message is there, or what is known of it has changed. */
  'chat:message': { conversationId: string; message: ChatMessage };
  /** Messages of `from` were seen up to a `seq`. */
  'chat:read': { conversationId: string; from: ChatSide; upTo: number; readAt: string };
  /** Somebody is typing; `userId` is told to staff only. */
  'chat:typing': { conversationId: string; from: ChatSide; userId?: string | null };
  /** Whether one of us is there to answer; for visitors who are in a conversation. */
  'chat:staffed': { isStaffed: boolean };
  /** We closed a conversation, or opened it again; for its visitor. */
  'chat:closed': { conversationId: string; isClosed: boolean };
  /** How a conversation stands, and how many messages nobody has seen; for staff. */
  'chat:desk': { conversation: DeskConversation; unread: number };
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

export type ChatAnswer =
  | { success: true; data: { isStaffed: boolean } }
  | { success: false; error: { code: ErrorCode; message: string } };

export interface ClientToServer {
  /** Ask to hear of an event; answered by what one will hear. Ask again after each reconnect. */
  'event:join': (request: JoinRequest, answer: (result: JoinAnswer) => void) => void;
  'event:leave': (request: { eventId: string }, answer: (result: { success: true }) => void) => void;
  /** Ask to hear of one's own conversation; by session in `/users`, by token in `/public`. Ask again after each reconnect. */
  'chat:join': (
    request: { conversationId: string; token?: string | null },
    answer: (result: ChatAnswer) => void,
  ) => void;
  'chat:typing': (request: { conversationId: string }) => void;
  /** Staff are ready to answer, for as long as this connection stands. */
  'chat:attend': (answer: (result: ChatAnswer) => void) => void;
}

/** Who hears what is emitted to an event: creator, organisers and staff, or also recipients, viewers and visitors of its page. */
export type Audience = 'creator' | 'everyone';

/** Tells browsers what happened. From any process; nothing is thrown when nobody listens or the way is broken. */
export interface SocketEmitter {
  /** To the connections that a feature has put into a room, in all namespaces or in those that are named. */
  emitToRoom<N extends ServerEventName>(
    room: string,
    name: N,
    payload: ServerEvents[N],
    namespaces?: readonly SocketNamespace[],
  ): void;
  /** To all browsers in which this user is signed in. */
  emitToUser<N extends ServerEventName>(userId: string, name: N, payload: ServerEvents[N]): void;
  emitToStaff<N extends ServerEventName>(name: N, payload: ServerEvents[N]): void;
  /** To everybody who is connected. */
  emitToAll<N extends ServerEventName>(name: N, payload: ServerEvents[N]): void;
  /** Closes the connections that were made under these sign-ins; their browsers come back as whoever they are then. */
  cutOff(signInIds: readonly string[]): void;
}
