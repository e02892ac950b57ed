import { createServer, type Server, type Socket } from 'node:net';
import type { Doc } from './bson.ts';
import { encodeError, encodeReply, missingBytes, parseRequest, splitMessages } from './wire.ts';

export type Execute = (body: Doc) => Promise<Buffer>;

export interface Listening {
  server: Server;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

/** Speaks the wire protocol; the commands of one connection are run one after the other. */
export function serve(execute: Execute): Listening {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    // A client that goes away is no event: its connection is closed, which is all there is to do.
    socket.on('error', () => socket.destroy());
    converse(socket, execute);
  });
  return {
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function converse(socket: Socket, execute: Execute): void {
  let chunks: Buffer[] = [];
  let wanted = 0;
  let received = 0;
  let turn = Promise.resolve();
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    received += chunk.length;
    if (received < wanted) return;
    try {
      const { messages, rest } = splitMessages(chunks.length === 1 ? chunk : Buffer.concat(chunks));
      chunks = rest.length > 0 ? [rest] : [];
      received = rest.length;
      wanted = received + Math.max(0, missingBytes(rest));
      for (const message of messages) turn = turn.then(() => answer(socket, message, execute));
    } catch {
      socket.destroy();
    }
  });
}

async function answer(socket: Socket, message: Buffer, execute: Execute): Promise<void> {
  if (socket.destroyed) return;
  let request: ReturnType<typeof parseRequest>;
  try {
    request = parseRequest(message);
  } catch {
    socket.destroy();
    return;
  }
  const bytes = await execute(request.body).catch(encodeError);
  if (!request.silent && !socket.destroyed) socket.write(encodeReply(request, bytes));
}
