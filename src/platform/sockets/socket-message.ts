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

/** Channel of the relay. */
export const SOCKET_CHANNEL = 'sockets';

/** A message between processes: an event for browsers, or connections to close. */
export type SocketMessage = SocketTelling | SocketCut;

export interface SocketTelling {
  namespaces: readonly SocketNamespace[];
  /** Null: all connections of the namespaces. */
  room: string | null;
  name: ServerEventName;
  payload: unknown;
}

export interface SocketCut {
  /** Rooms. */
  cutOff: readonly string[];
}

export type Io = Server<ClientToServer, ServerToClient, Record<string, never>, SocketFacts>;

/** Data kept with each connection. */
export interface SocketFacts {
  userId: string | null;
  /** Role at connection time; null for a visitor. */
  role: UserRole | null;
  /** Sign-in at connection time. */
  signInId: string | null;
  /** What it has joined, as the feature names it; limited in number. */
  joined: Set<string>;
}

export function userRoom(userId: string): string {
  return `user:${userId}`;
}

/** Room of all connections of one sign-in. */
export function signInRoom(signInId: string): string {
  return `sign-in:${signInId}`;
}

/** Emits to, or closes, the reachable connections: of this process, or of all processes through a shared adapter. */
export function deliver(io: Io, message: SocketMessage): void {
  if ('cutOff' in message) {
    for (const name of SOCKET_NAMESPACES)
      io.of(name)
        .in([...message.cutOff])
        .disconnectSockets(true);
    return;
  }
  for (const name of message.namespaces) {
    const namespace: Namespace = io.of(name);
    if (message.room === null) namespace.emit(message.name, message.payload);
    else namespace.to(message.room).emit(message.name, message.payload);
  }
}

/** The emitter for services, independent of the transport. */
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
      // An empty room list would address everybody.
      if (signInIds.length > 0) send({ cutOff: signInIds.map(signInRoom) });
    },
    cutOffRoom(room) {
      send({ cutOff: [room] });
    },
  };
}
