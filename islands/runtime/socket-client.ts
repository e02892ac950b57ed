import { io, type Socket } from 'socket.io-client';
import type { Premiere } from '../../src/shared/contracts/premieres.ts';
import type {
  Audience,
  ClientToServer,
  DeskPlace,
  JoinRequest,
  LivePlace,
  NewsChange,
  PremiereRoom,
  ServerEventName,
  ServerEvents,
  ServerToClient,
  SocketNamespace,
} from '../../src/shared/contracts/socket-events.ts';
import type { ErrorCode } from '../../src/shared/error-codes.ts';
import type { Reaction } from '../../src/shared/reactions.ts';
import { whenStale } from './when-stale.ts';

type Listeners = { [N in ServerEventName]?: (payload: ServerEvents[N]) => void };

export interface EventWatch {
  isConnected(): boolean;
  stop(): void;
}

type Line = Socket<ServerToClient, ClientToServer>;
type Answer = { success: true; data: unknown } | { success: false; error: { code: ErrorCode } };

/** Milliseconds between a connection that the server refused or ended and the next one: at random, as other browsers wait, too. */
const REOPEN_FROM = 1000;
const REOPEN_WITHIN = 4000;
/** Milliseconds until a request to join counts as lost. */
const ANSWER_WITHIN = 20_000;
/** Refusals that say nothing about the request. */
const PASSING: ReadonlySet<string> = new Set<ErrorCode>(['INTERNAL', 'PROVIDER_DOWN', 'TOO_MANY_REQUESTS']);

/**
 * Subscribes to an event. Websocket only; reconnects after 1 to 5 s with jitter 0.5 and joins again. `onJoined` runs on
 * each join with what this browser hears, and in a tab that has been open for hours: fetch what was missed, or has expired.
 */
export function watchEvent(
  namespace: SocketNamespace,
  request: JoinRequest,
  listeners: Listeners,
  onJoined: (audience?: Audience) => void = () => undefined,
  onLost: () => void = () => undefined,
): EventWatch {
  const socket = connect(namespace);
  joinEach(
    socket,
    (line) => line.emitWithAck('event:join', request),
    ({ audience }) => onJoined(audience),
  );
  socket.on('disconnect', onLost);
  socket.on('connect_error', onLost);
  listenAll(socket, listeners);
  const stopLooking = whenStale(() => {
    if (socket.connected) onJoined();
    return socket.connected;
  });
  return {
    isConnected: () => socket.connected,
    stop: () => {
      stopLooking();
      close(socket);
    },
  };
}

/**
 * Calls back when the announcements change, and after a reconnect, because changes may have been missed. Returns a
 * function that unsubscribes.
 */
export function watchAnnouncements(onChange: () => void): () => void {
  const socket = connect('/public');
  let wasLost = false;
  socket.on('announcement:changed', onChange);
  socket.on('disconnect', () => {
    wasLost = true;
  });
  socket.on('connect', () => {
    if (wasLost) onChange();
  });
  return () => {
    close(socket);
  };
}

/** Calls back with the user’s news. `onJoined` runs on each connection: fetch what was missed. */
export function watchNews(onChange: (change: NewsChange) => void, onJoined: () => void): () => void {
  const socket = connect('/users');
  socket.on('notification:created', onChange);
  socket.on('notification:updated', onChange);
  socket.on('connect', onJoined);
  return () => {
    close(socket);
  };
}

export interface ChatLine {
  /** Reports that the user is typing; throttled by the caller. */
  typing(conversationId: string): void;
  stop(): void;
}

/**
 * Subscribes to the visitor's conversation. `onJoined` runs on each join with whether staff is online; fetch what was
 * missed.
 */
export function watchChat(
  namespace: '/public' | '/users',
  request: { conversationId: string; token: string | null },
  listeners: Listeners,
  onJoined: (isStaffed: boolean) => void,
  onLost: () => void,
): ChatLine {
  const socket = connect(namespace);
  joinEach(
    socket,
    (line) => line.emitWithAck('chat:join', request),
    ({ isStaffed }) => onJoined(isStaffed),
  );
  return chatLine(socket, listeners, onLost);
}

export interface PremiereLine {
  react(eventId: string, reaction: Reaction): void;
  /** The server’s time in milliseconds since 1970. */
  askTime(): Promise<number>;
  stop(): void;
}

/** Takes a place in the room of a premiere. `onJoined` runs on each join, also after a reconnect. */
export function joinPremiere(
  request: JoinRequest & { name?: string },
  listeners: Listeners,
  onJoined: (premiere: Premiere, room: PremiereRoom) => void,
  onLost: () => void,
): PremiereLine {
  const socket = connect('/public');
  joinEach(
    socket,
    (line) => line.emitWithAck('premiere:join', request),
    ({ premiere, room }) => onJoined(premiere, room),
  );
  socket.on('disconnect', onLost);
  listenAll(socket, listeners);
  return {
    react(eventId, reaction) {
      socket.volatile.emit('premiere:react', { eventId, reaction });
    },
    askTime: () => socket.timeout(5000).emitWithAck('premiere:clock'),
    stop() {
      close(socket);
    },
  };
}

/** Marks staff as online while the page is open, and subscribes to all conversations. */
export function attendDesk(listeners: Listeners, onJoined: () => void, onLost: () => void): ChatLine {
  const socket = connect('/staff');
  joinEach(socket, (line) => line.emitWithAck('chat:attend'), onJoined);
  return chatLine(socket, listeners, onLost);
}

/** Lists that the overview shows nothing of. */
const LISTED: ReadonlySet<DeskPlace> = new Set(['audit', 'events', 'feedback', 'users']);

/**
 * Calls back when something changes that a page of the desk shows, and on each connection, as changes may have been
 * missed; and when a colleague hands over a chat. Returns a function that unsubscribes.
 * @param place null: a page that shows no changes
 */
export function watchDesk(
  place: LivePlace | null,
  onChange: () => void,
  onHanded: (handed: ServerEvents['chat:handed']) => void,
): () => void {
  const socket = connect('/staff');
  socket.on('chat:handed', onHanded);
  const isAll = place === 'overview';
  socket.on('connect', () => {
    if (place) onChange();
  });
  socket.on('desk:changed', ({ what }) => {
    if (what === place || (isAll && !LISTED.has(what))) onChange();
  });
  socket.on('render:progress', ({ status }) => {
    if (place === 'jobs' || (isAll && status === 'failed')) onChange();
  });
  if (place === 'jobs') socket.on('job:failed', onChange);
  if (place === 'orders') socket.on('order:updated', onChange);
  if (isAll) socket.on('chat:desk', onChange);
  return () => {
    close(socket);
  };
}

function chatLine(socket: Line, listeners: Listeners, onLost: () => void): ChatLine {
  socket.on('disconnect', onLost);
  listenAll(socket, listeners);
  return {
    typing(conversationId) {
      // Drop it when offline: it would be outdated later.
      if (socket.connected) socket.volatile.emit('chat:typing', { conversationId });
    },
    stop() {
      close(socket);
    },
  };
}

/** Asks to join on each connection; where the server can't answer now, again over another one. */
function joinEach<A extends Answer>(
  socket: Line,
  ask: (line: ReturnType<Line['timeout']>) => Promise<A>,
  onJoined: (data: Extract<A, { success: true }>['data']) => void,
): void {
  socket.on('connect', () => {
    ask(socket.timeout(ANSWER_WITHIN)).then(
      (answer) => {
        if (answer.success) onJoined(answer.data);
        else if (PASSING.has(answer.error.code)) reopen(socket);
      },
      () => {
        if (socket.connected) reopen(socket);
      },
    );
  });
}

function listenAll(socket: Line, listeners: Listeners): void {
  for (const [name, listener] of Object.entries(listeners)) {
    if (listener) socket.on(name as ServerEventName, listener as never);
  }
}

/** Of lines that wait for their next connection. */
const reopening = new WeakMap<Line, ReturnType<typeof setTimeout>>();

/** Ends a connection, and opens another one a little later. */
function reopen(socket: Line): void {
  socket.disconnect();
  clearTimeout(reopening.get(socket));
  reopening.set(
    socket,
    setTimeout(() => socket.connect(), REOPEN_FROM + Math.random() * REOPEN_WITHIN),
  );
}

function close(socket: Line): void {
  clearTimeout(reopening.get(socket));
  socket.close();
}

function connect(namespace: SocketNamespace): Line {
  const socket: Line = io(namespace, {
    transports: ['websocket'],
    withCredentials: true,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  });
  // Socket.IO itself reconnects only where the line was lost. The server closes connections that it wants to look at again, such
  // as after signing out, and refuses them where its database is away. Only a refusal with a code is one of the person.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') reopen(socket);
  });
  socket.on('connect_error', (error) => {
    if (!socket.active && !('data' in error && error.data)) reopen(socket);
  });
  return socket;
}
