import type { Namespace, Server } from 'socket.io';
import {
  type ClientToServer,
  type ServerEventName,
  type ServerToClient,
  SOCKET_NAMESPACES,
  type SocketEmitter,
  type SocketNamespace,
} from '../../shared/contracts/socket-events.ts';
import type { UserRole } from '../../shared/roles.ts';

/** Of the relay. */
export const SOCKET_CHANNEL = 'sockets';

/** What travels between processes: something told to browsers, or connections to close. */
export type SocketMessage = SocketTelling | SocketCut;

export interface SocketTelling {
  namespaces: readonly SocketNamespace[];
  /** Null means everybody in the namespaces. */
  room: string | null;
  name: ServerEventName;
  payload: unknown;
}

export interface SocketCut {
  cutOff: readonly string[];
}

export type Io = Server<ClientToServer, ServerToClient, Record<string, never>, SocketFacts>;

/** What is kept with a connection. */
export interface SocketFacts {
  userId: string | null;
  /** What counted when it was made; null for a visitor. */
  role: UserRole | null;
  /** The sign-in that the connection was made under. */
  signInId: string | null;
  /** What it asked to hear of, as the feature names it; bounded. */
  joined: Set<string>;
}

export function userRoom(userId: string): string {
  return `user:${userId}`;
}

/** Where all connections of one sign-in are. */
export function signInRoom(signInId: string): string {
  return `sign-in:${signInId}`;
}

/** Emits to, or closes, the connections that this process can reach: its own, or through a shared adapter those of all processes. */
export function deliver(io: Io, message: SocketMessage): void {
  if ('cutOff' in message) {
    const rooms = message.cutOff.map(signInRoom);
    for (const name of SOCKET_NAMESPACES) io.of(name).in(rooms).disconnectSockets(true);
    return;
  }
  for (const name of message.namespaces) {
    const namespace: Namespace = io.of(name);
    if (message.room === null) namespace.emit(message.name, message.payload);
    else namespace.to(message.room).emit(message.name, message.payload);
  }
}

/** The emitter that services see, over whatever carries its messages. */
export function createEmitter(send: (message: SocketMessage) => void): SocketEmitter {
  return {
    emitToRoom(room, name, payload, namespaces = SOCKET_NAMESPACES) {
      send({ namespaces, room, name, payload });
    },
    emitToUser(userId, name, payload) {
      send({ namespaces: ['/users', '/staff'], room: userRoom(userId), name, payload });
    },
    emitToStaff(name, payload) {
      send({ namespaces: ['/staff'], room: null, name, payload });
    },
    emitToAll(name, payload) {
      send({ namespaces: SOCKET_NAMESPACES, room: null, name, payload });
    },
    cutOff(signInIds) {
      // In an empty list of rooms would be everybody.
      if (signInIds.length > 0) send({ cutOff: signInIds });
    },
  };
}
