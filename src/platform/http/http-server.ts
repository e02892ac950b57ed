import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A connection on which nothing moves for this long is closed, in milliseconds. */
const SILENCE = 120_000;

/**
 * A server that slow phones can upload to: no limit on how long a request may take as long as bytes move, but limits on
 * headers and on silence, so that idle connections can't pile up.
 */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer({ requestTimeout: 0, headersTimeout: 30_000, keepAliveTimeout: 65_000 }, listener);
  server.setTimeout(SILENCE);
  return server;
}

/** Listens and returns the port; 0 takes any free one. A busy port is an error that says what to do. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(explain(error, port, host));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(`Port ${port} is in use. Stop what uses it, or choose another: npm start -- --port ${port + 1}`, {
      cause: error,
    });
  }
  if (error.code === 'EACCES') {
    return new Error(`Port ${port} on ${host} may not be used by this user. Choose one above 1023.`, { cause: error });
  }
  return error;
}

/** Takes no more connections, lets requests end for `grace` milliseconds, then cuts them off. */
export async function closeServer(server: Server, grace: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A kept-alive connection becomes idle only once its last answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
