import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Doc } from './bson.ts';
import { eachFrame } from './frames.ts';
import { shareMemory } from './memory.ts';
import type { Login } from './scram.ts';
import { encodeError, parseRequest, replyHead } from './wire.ts';

/** What commands know of the connection that they came by. */
export interface Client {
  /** Aborted when it closes. */
  signal: AbortSignal;
  /** How it proves who it is; absent where everybody who can connect may do everything. */
  login?: Login;
  isTrusted: boolean;
  /** Checks its second message of signing in. */
  prove?(message: string): string;
}

export type Execute = (body: Doc, client: Client) => Promise<Buffer>;

export interface Listening {
  server: Server;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

export const MAX_CONNECTIONS = 1000;
/** Of messages that are being sent or carried out, and of answers that nobody has taken yet, each in bytes. */
const MAX_RECEIVED = 50_000_000;
const MAX_UNSENT = 24_000_000;

/** Serves the wire protocol: one command of a connection at a time. Clients pass `login`, if any, first. */
export function serve(execute: Execute, login?: Login): Listening {
  const sockets = new Set<Socket>();
  const unsent = new Map<Socket, number>();
  const received = shareMemory(MAX_RECEIVED);

  async function send(socket: Socket, head: Buffer, bytes: Buffer, signal: AbortSignal): Promise<void> {
    socket.cork();
    socket.write(head);
    socket.write(bytes);
    socket.uncork();
    if (!socket.writableNeedDrain || socket.destroyed) return;
    unsent.set(socket, socket.writableLength);
    const total = () => [...unsent.values()].reduce((sum, held) => sum + held, 0);
    while (unsent.size > 1 && total() > MAX_UNSENT) {
      // The one that has kept its answer waiting for longest makes room.
      const [slowest] = unsent.keys() as Iterable<Socket> as [Socket];
      unsent.delete(slowest);
      slowest.destroy();
    }
    // Ends with the connection, too.
    await once(socket, 'drain', { signal }).catch(() => {});
    unsent.delete(socket);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    const gone = new AbortController();
    const client: Client = { signal: gone.signal, login, isTrusted: !login };
    socket.on('close', () => {
      sockets.delete(socket);
      gone.abort();
    });
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.destroy());
    void eachFrame(socket, received, client, async (frame) => {
      const request = parseRequest(frame);
      const answer = async () => {
        const body = request.body();
        return { bytes: await execute(body, client), isMore: request.exhaust && body.topologyVersion !== undefined };
      };
      for (;;) {
        const { bytes, isMore } = await answer().catch((error) => ({ bytes: encodeError(error), isMore: false }));
        if (!request.silent && !socket.destroyed)
          await send(socket, replyHead(request, bytes.length, isMore), bytes, client.signal);
        if (!isMore || socket.destroyed) return;
      }
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  return {
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
