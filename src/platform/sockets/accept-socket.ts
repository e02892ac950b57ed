import type { Logger } from 'pino';
import type { Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '../../shared/contracts/socket-events.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { SocketFacts } from './socket-message.ts';

export type OurSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketFacts>;

export interface SocketTools {
  /** Who is connected now. */
  viewer(presentedKey: string | null): Promise<Viewer>;
  log: Logger;
}

/** What a feature makes of a new connection: it listens for what the browser sends. */
export type AcceptSocket = (socket: OurSocket, tools: SocketTools) => void;
