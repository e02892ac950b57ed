import { io, type Socket } from 'socket.io-client';
import type {
  ClientToServer,
  JoinRequest,
  ServerEventName,
  ServerEvents,
  ServerToClient,
  SocketNamespace,
} from '../../src/shared/contracts/socket-events.ts';

type Listeners = { [N in ServerEventName]?: (payload: ServerEvents[N]) => void };

export interface EventWatch {
  /** Whether the connection stands now. */
  isConnected(): boolean;
  stop(): void;
}

/**
 * Hears what happens to one event. Websocket only; reconnects after 1 s up to 5 s, jitter 0.5, and joins again each time.
 * `onJoined` is called at each join: what was missed meanwhile has to be fetched then.
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
  for (const [name, listener] of Object.entries(listeners)) {
    if (listener) socket.on(name as ServerEventName, listener as never);
  }
  return {
    isConnected: () => socket.connected,
    stop: () => {
      socket.close();
    },
  };
}

/**
 * Hears when what is announced on every page changes; called as well after the line was lost, as something may have been
 * missed. Returns what ends it.
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

export interface ChatLine {
  /** Tells the other side that somebody is typing here; ask at most every few seconds. */
  typing(conversationId: string): void;
  stop(): void;
}

/**
 * Hears of one's own conversation. `onJoined` is called at each join with whether one of us is there; what was missed
 * meanwhile has to be fetched then.
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

/** Puts staff at the desk, for as long as the page is open, and hears of all conversations. */
export function attendDesk(listeners: Listeners, onJoined: () => void, onLost: () => void): ChatLine {
  const socket = connect('/staff');
  socket.on('connect', () => {
    socket.emit('chat:attend', (answer) => {
      if (answer.success) onJoined();
    });
  });
  return chatLine(socket, listeners, onLost);
}

function chatLine(socket: Socket<ServerToClient, ClientToServer>, listeners: Listeners, onLost: () => void): ChatLine {
  socket.on('disconnect', onLost);
  for (const [name, listener] of Object.entries(listeners)) {
    if (listener) socket.on(name as ServerEventName, listener as never);
  }
  return {
    typing(conversationId) {
      // What can't be told now is not worth telling later.
      if (socket.connected) socket.volatile.emit('chat:typing', { conversationId });
    },
    stop() {
      socket.close();
    },
  };
}

function connect(namespace: SocketNamespace): Socket<ServerToClient, ClientToServer> {
  return io(namespace, {
    transports: ['websocket'],
    withCredentials: true,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  });
}
