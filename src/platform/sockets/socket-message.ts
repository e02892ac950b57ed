import type { Namespace, Server } from 'socket.io';
import {
  type Audience,
  type ClientToServer,
  type ServerEventName,
  type ServerToClient,
  SOCKET_NAMESPACES,
  type SocketEmitter,
  type SocketNamespace,
} from '../../shared/socket-events.ts';

/** One thing told to browsers, as it travels between processes. */
export interface SocketMessage {
  namespaces: readonly SocketNamespace[];
  /** Null means everybody in the namespaces. */
  room: string | null;
  name: ServerEventName;
  payload: unknown;
}

export type Io = Server<ClientToServer, ServerToClient, Record<string, never>, SocketFacts>;
export type IoNamespace = Namespace<ClientToServer, ServerToClient, Record<string, never>, SocketFacts>;

/** What is kept with a connection. */
export interface SocketFacts {
  userId: string | null;
  /** Events it hears of; bounded. */
  joined: Set<string>;
}

export function eventRoom(eventId: string, audience: Audience): string {
  return `event:${eventId}:${audience}`;
}

export function userRoom(userId: string): string {
  return `user:${userId}`;
}

/** Emits to the connections that this process can reach: its own, or through a shared adapter those of all processes. */
export function deliver(io: Io, message: SocketMessage): void {
  for (const name of message.namespaces) {
    const namespace: Namespace = io.of(name);
    if (message.room === null) namespace.emit(message.name, message.payload);
    else namespace.to(message.room).emit(message.name, message.payload);
  }
}

/** The emitter that services see, over whatever carries its messages. */
export function createEmitter(send: (message: SocketMessage) => void): SocketEmitter {
  return {
    emitToEvent(eventId, audience, name, payload) {
      send({ namespaces: SOCKET_NAMESPACES, room: eventRoom(eventId, audience), name, payload });
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
  };
}
