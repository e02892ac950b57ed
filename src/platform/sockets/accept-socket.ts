import type { Logger } from 'pino';
import type { Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '../../shared/contracts/socket-events.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { SocketFacts } from './socket-message.ts';

export type OurSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketFacts>;

export interface SocketTools {
  /** The connection's current viewer. */
  viewer(presentedKey: string | null): Promise<Viewer>;
  log: Logger;
}

/** Called for each new connection, to add listeners for the browser's messages. */
export type AcceptSocket = (socket: OurSocket, tools: SocketTools) => void;
