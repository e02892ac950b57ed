import { io, type Socket } from 'socket.io-client';
import type { Premiere } from '../../src/shared/contracts/premieres.ts';
import type {
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
import type { Reaction } from '../../src/shared/reactions.ts';

type Listeners = { [N in ServerEventName]?: (payload: ServerEvents[N]) => void };

export interface EventWatch {
  isConnected(): boolean;
  stop(): void;
}

/**
 * Subscribes to an event. Websocket only; reconnects after 1 to 5 s with jitter 0.5 and joins again. `onJoined` runs on
 * each join: fetch what was missed.
 */
export function watchEvent(
  namespace: SocketNamespace,
  request: JoinRequest,
  listeners: Listeners,
  onJoined: () => void = () => undefined,
  onLost: () => void = () => undefined,
): EventWatch {
  const socket = connect(namespace);
  socket.on('connect', () => {
    socket.emit('event:join', request, (answer) => {
      if (answer.success) onJoined();
    });
  });
  socket.on('disconnect', onLost);
  listenAll(socket, listeners);
  return {
    isConnected: () => socket.connected,
    stop: () => {
      socket.close();
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
    socket.close();
  };
}

/** Calls back with the user’s news. `onJoined` runs on each connection: fetch what was missed. */
export function watchNews(onChange: (change: NewsChange) => void, onJoined: () => void): () => void {
  const socket = connect('/users');
  socket.on('notification:created', onChange);
  socket.on('notification:updated', onChange);
  socket.on('connect', onJoined);
  return () => {
    socket.close();
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
  socket.on('connect', () => {
    socket.emit('chat:join', request, (answer) => {
      if (answer.success) onJoined(answer.data.isStaffed);
    });
  });
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
  socket.on('connect', () => {
    socket.emit('premiere:join', request, (answer) => {
      if (answer.success) onJoined(answer.data.premiere, answer.data.room);
    });
  });
  socket.on('disconnect', onLost);
  listenAll(socket, listeners);
  return {
    react(eventId, reaction) {
      socket.volatile.emit('premiere:react', { eventId, reaction });
    },
    askTime: () => socket.timeout(5000).emitWithAck('premiere:clock'),
    stop() {
      socket.close();
    },
  };
}

/** Marks staff as online while the page is open, and subscribes to all conversations. */
export function attendDesk(listeners: Listeners, onJoined: () => void, onLost: () => void): ChatLine {
  const socket = connect('/staff');
  socket.on('connect', () => {
    socket.emit('chat:attend', (answer) => {
      if (answer.success) onJoined();
    });
  });
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
    socket.close();
  };
}

function chatLine(socket: Socket<ServerToClient, ClientToServer>, listeners: Listeners, onLost: () => void): ChatLine {
  socket.on('disconnect', onLost);
  listenAll(socket, listeners);
  return {
    typing(conversationId) {
      // Drop it when offline: it would be outdated later.
      if (socket.connected) socket.volatile.emit('chat:typing', { conversationId });
    },
    stop() {
      socket.close();
    },
  };
}

function listenAll(socket: Socket<ServerToClient, ClientToServer>, listeners: Listeners): void {
  for (const [name, listener] of Object.entries(listeners)) {
    if (listener) socket.on(name as ServerEventName, listener as never);
  }
}

/** For islands that need no more than this; the others have a function here. */
export function connect(namespace: SocketNamespace): Socket<ServerToClient, ClientToServer> {
  return io(namespace, {
    transports: ['websocket'],
    withCredentials: true,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  });
}
