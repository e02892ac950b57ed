import { createServer, type RequestListener, type Server } from 'node:http';
import { listeningPort } from '../listening-port.ts';

/** Idle time after which a connection is closed, in milliseconds. */
const SILENCE = 120_000;

/** A server for uploads over slow connections: no limit on total request time, but limits on headers and idle time. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer({ requestTimeout: 0, headersTimeout: 30_000, keepAliveTimeout: 65_000 }, listener);
  server.setTimeout(SILENCE);
  return server;
}

/** Listens and returns the port; 0 picks a free one. Throws with advice when the port is in use. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(explain(error, port, host));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve(listeningPort(server));
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

/** Stops accepting connections, lets requests finish for `grace` milliseconds, then closes them. */
export async function closeServer(server: Server, grace: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A keep-alive connection becomes idle only after its last answer.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
