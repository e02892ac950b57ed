import type { Server } from 'node:net';

/** Port of a server that listens on one; throws for a socket in the file system. */
export function listeningPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port');
  return address.port;
}
