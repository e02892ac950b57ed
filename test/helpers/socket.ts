import { io, type Socket } from 'socket.io-client';
import type {
  ClientToServer,
  DeskPlace,
  JoinAnswer,
  JoinRequest,
  ServerEventName,
  ServerEvents,
  ServerToClient,
  SocketNamespace,
} from '../../src/shared/contracts/socket-events.ts';

export interface TestSocket {
  socket: Socket<ServerToClient, ClientToServer>;
  join(request: JoinRequest): Promise<JoinAnswer>;
  /** The next event of this name. */
  next<N extends ServerEventName>(name: N): Promise<ServerEvents[N]>;
  /** Everything heard so far, in order. */
  heard: { name: string; payload: unknown }[];
  close(): void;
}

/** Connects like a browser; rejects when the server does not let it in. */
export async function connectSocket(
  origin: string,
  namespace: SocketNamespace,
  headers: Record<string, string> = {},
): Promise<TestSocket> {
  const socket: TestSocket['socket'] = io(origin + namespace, {
    transports: ['websocket'],
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
  });
  const heard: TestSocket['heard'] = [];
  socket.onAny((name: string, payload: unknown) => heard.push({ name, payload }));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error) => {
      socket.close();
      reject(error);
    });
  });
  return {
    socket,
    heard,
    join: (request) => socket.emitWithAck('event:join', request),
    next: (name) => new Promise((resolve) => socket.once(name as never, resolve as never)),
    close: () => socket.close(),
  };
}

/** What has changed at the desk, as a socket heard it. */
export function changesHeard({ heard }: TestSocket): DeskPlace[] {
  return heard.flatMap(({ name, payload }) =>
    name === 'desk:changed' ? [(payload as ServerEvents['desk:changed']).what] : [],
  );
}
