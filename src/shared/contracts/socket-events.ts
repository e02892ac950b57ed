import type { ChatSide } from '../chat.ts';
import type { ErrorCode } from '../error-codes.ts';
import type { FlagReason } from '../moderation.ts';
import type { Reaction } from '../reactions.ts';
import type { CartStatus } from './carts.ts';
import type { ChatMessage } from './chat.ts';
import type { DeskConversation } from './chat-desk.ts';
import type { Event } from './events.ts';
import type { Preview, PublishedMedia, RenderJob } from './films.ts';
import type { Media } from './media.ts';
import type { NewsCounts, Notification } from './notifications.ts';
import type { Order } from './orders.ts';
import type { Postcard } from './postcards.ts';
import type { Premiere, PremiereFace, ReactionCounts } from './premieres.ts';
import type { Rsvp } from './rsvps.ts';
import type { Theme } from './themes.ts';
import type { Track } from './tracks.ts';

/** Namespaces, reached by websocket only. `/users` requires a session, `/staff` a staff role. */
export const SOCKET_NAMESPACES = ['/public', '/users', '/staff'] as const;
export type SocketNamespace = (typeof SOCKET_NAMESPACES)[number];

/** What a page of the desk shows; `acts` are those of staff that are recorded by name, `audit` all lines of the log. */
export type DeskPlace =
  | 'acts'
  | 'announcements'
  | 'audit'
  | 'errors'
  | 'events'
  | 'feedback'
  | 'media'
  | 'metrics'
  | 'orders'
  | 'reports'
  | 'switches'
  | 'users';

/** A page of the desk that stays up to date. */
export type LivePlace = Exclude<DeskPlace, 'acts'> | 'jobs' | 'overview';

interface ClipsChanged {
  /** Of the event. */
  id: string;
  /** Grows with each change: ignore messages with a lower one. */
  version: number;
  event: Pick<Event, 'counts' | 'length' | 'contributors' | 'price' | 'isFilmOutdated' | 'filmHoldsWithdrawn'>;
  /** Ids of all clips in order. */
  order: string[];
  preview: Preview;
}

/** A track's id and only what changed; all of a new one. */
export type TrackChange = Pick<Track, 'id'> & Partial<Track>;

/** `notification`: the line; null if several changed, or one is gone. */
export interface NewsChange extends NewsCounts {
  notification: Notification | null;
}

/** Events from the server. A payload is a whole object, or its id and what changed. */
export interface ServerEvents {
  'media:updated': Media;
  /**
   * `revision` of the removed clip: ignore updates with a lower one. `clip`: as it is in the bin; absent if it was
   * withdrawn.
   */
  'media:removed': { id: string; revision: number; clip?: Media };
  /** What follows from an event's clips after they changed; for its makers. */
  'clips:changed': ClipsChanged;
  /** `isThanked`: a recipient has just thanked everyone. */
  'event:updated': { id: string; isThanked?: true } & Partial<
    Pick<Event, 'status' | 'isClosed' | 'acceptsClips' | 'counts' | 'length' | 'deadline'>
  >;
  /** A guest, without address and link; `isGone` once removed. Fetch the list for one that is not known, or `hasNewAddress`. */
  'rsvp:updated': Rsvp & { isGone?: true; hasNewAddress?: true };
  /** A cart was changed or paid; for its buyer, who fetches it again. */
  'cart:updated': { id: string; eventId: string; status: CartStatus };
  /** Money arrived, or an order of $0 took effect; `amount` in cents. */
  'payment:settled': { eventId: string; cartId: string; amount: number; currency: 'USD' };
  /** A pool was paid into, taken from or opened; for makers, who fetch it again. */
  'pool:updated': { eventId: string };
  /** An order of something that is made moved on; for its buyer and staff, and without `trackingUrl` for the film’s makers. */
  'order:updated': Pick<Order, 'id' | 'eventId' | 'status' | 'trackingUrl'>;
  /** A postcard was paid for or moved on; for the makers of its film. */
  'postcard:updated': Pick<Postcard, 'id' | 'eventId' | 'status' | 'trackingUrl'>;
  /** An organiser was invited, joined or was removed; `userId` once they have joined. Fetch the list. */
  'organiser:updated': { eventId: string; userId: string | null };
  /** The history of an event has a new line; for its makers. */
  'history:added': { eventId: string };
  'render:progress': RenderJob;
  /** A job will not be tried again; for staff. */
  'job:failed': { id: string; type: string; error: { code: string; message: string } | null };
  /** Somebody reported an event; for staff. */
  'report:created': { id: string; eventId: string };
  /** A clip was reported, or its words give reason to look at it; for staff. */
  'media:flagged': { id: string; eventId: string; reasons: FlagReason[] };
  'film:published': PublishedMedia;
  'track:updated': TrackChange;
  /** A theme that was made or changed; deleted ones have `deletedAt`. */
  /** A guestbook has a new line, or one was hidden or taken back: fetch it with a key. */
  'guestbook:added': { id: string; eventId: string };
  'guestbook:updated': { id: string; eventId: string };
  'theme:updated': { id: string } & Partial<Theme>;
  /** A premiere was moved, started, paused or ended; for its room. */
  'premiere:state': Premiere;
  /** Reactions of everyone in the room since the last message, the receiver’s own included. */
  'premiere:reaction': { eventId: string; counts: ReactionCounts };
  /** Who is in the room: the first of them by name. `came`: who has just come in by name. */
  'premiere:room': PremiereRoom & { eventId: string; came: string | null };
  /** A new line of the user’s news, with what is new in all of it. */
  'notification:created': NewsChange;
  /** A line that grew or was marked. */
  'notification:updated': NewsChange;
  'announcement:changed': { id: string | null };
  /** A new or changed message. */
  'chat:message': { conversationId: string; message: ChatMessage };
  /** Messages of `from` were read up to a `seq`. */
  'chat:read': { conversationId: string; from: ChatSide; upTo: number; readAt: string };
  /** Someone is typing; `userId` is sent to staff only. */
  'chat:typing': { conversationId: string; from: ChatSide; userId?: string | null };
  /** Whether staff is online; for visitors with a conversation. */
  'chat:staffed': { isStaffed: boolean };
  /** Staff closed or reopened a conversation; for its visitor. */
  'chat:closed': { conversationId: string; isClosed: boolean };
  /** A colleague has handed over a conversation; for who has it now. */
  'chat:handed': { conversationId: string; from: string; note: string };
  /** Something that the desk shows has changed: fetch it. */
  'desk:changed': { what: DeskPlace };
  /** State of a conversation and number of unread messages; for staff. */
  'chat:desk': { conversation: DeskConversation; unread: number };
}
export type ServerEventName = keyof ServerEvents;

/** The room of a premiere: the number of people, and the first of them by name. */
export interface PremiereRoom {
  viewers: number;
  faces: PremiereFace[];
}

/** The same as functions, for Socket.IO's types. */
export type ServerToClient = { [N in ServerEventName]: (payload: ServerEvents[N]) => void };

/** `event`: id, uuid or key; `v`: an additional key. */
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

export type PremiereAnswer =
  | { success: true; data: { premiere: Premiere; room: PremiereRoom } }
  | { success: false; error: { code: ErrorCode; message: string } };

export interface ClientToServer {
  /** Subscribes to an event; answers with what the connection will receive. Repeat after each reconnect. */
  'event:join': (request: JoinRequest, answer: (result: JoinAnswer) => void) => void;
  'event:leave': (request: { eventId: string }, answer: (result: { success: true }) => void) => void;
  /**
   * Subscribes to the visitor's conversation; by session in `/users`, by token in `/public`. Repeat after each
   * reconnect.
   */
  'chat:join': (
    request: { conversationId: string; token?: string | null },
    answer: (result: ChatAnswer) => void,
  ) => void;
  'chat:typing': (request: { conversationId: string }) => void;
  /** Takes a place in the room of a premiere, until the connection closes. Repeat after each reconnect. */
  'premiere:join': (request: JoinRequest & { name?: string }, answer: (result: PremiereAnswer) => void) => void;
  'premiere:react': (request: { eventId: string; reaction: Reaction }) => void;
  /** Answers with the server’s time in milliseconds since 1970. */
  'premiere:clock': (answer: (now: number) => void) => void;
  /** Staff is available as long as this connection is open. */
  'chat:attend': (answer: (result: ChatAnswer) => void) => void;
}

/** Receivers of an event's messages: creator, organisers and staff, or also recipients, viewers and visitors. */
export type Audience = 'creator' | 'everyone';

/** Emits to browsers from any process. Never throws, even without listeners or connection. */
export interface SocketEmitter {
  /** The sockets that a feature has put into a room, in all namespaces or in those that are named. */
  emitToRoom<N extends ServerEventName>(
    room: string,
    name: N,
    payload: ServerEvents[N],
    namespaces?: readonly SocketNamespace[],
  ): void;
  /** All sockets of this user. */
  emitToUser<N extends ServerEventName>(userId: string, name: N, payload: ServerEvents[N]): void;
  emitToStaff<N extends ServerEventName>(name: N, payload: ServerEvents[N]): void;
  /** All sockets. */
  emitToAll<N extends ServerEventName>(name: N, payload: ServerEvents[N]): void;
  /** Closes sockets of these sign-ins; browsers reconnect with their new identity. */
  cutOff(signInIds: readonly string[]): void;
  /** Closes the sockets in a room; browsers reconnect and join what they still may. */
  cutOffRoom(room: string): void;
}
