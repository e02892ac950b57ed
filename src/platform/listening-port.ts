import type { AddressInfo, Server } from 'node:net';

/** What reaches a server that listens on all addresses. */
const LOOPBACK_OF: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Where this machine reaches a server, which may listen on one address or on all. */
export function listeningOrigin(server: Server): string {
  const { address, family, port } = addressOf(server);
  const reached = LOOPBACK_OF[address] ?? address;
  return `http://${family === 'IPv6' ? `[${reached}]` : reached}:${port}`;
}

/** Port of a server that listens on one; throws for a socket in the file system. */
export function listeningPort(server: Server): number {
  return addressOf(server).port;
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port');
  return address;
}
