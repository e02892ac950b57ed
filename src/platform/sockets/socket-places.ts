import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '../http/rate-limits.ts';

export interface SocketPlaces {
  /** Reserves a place until the connection closes; false when the address has none left. */
  take(upgrade: IncomingMessage): boolean;
}

/**
 * Counts open connections for each client address in this process, over all namespaces.
 * @param max connections per address; an IPv6 network counts as one
 * @param addressOf the client's address, also behind a proxy
 */
export function createSocketPlaces(max: number, addressOf: (upgrade: IncomingMessage) => string): SocketPlaces {
  const open = new Map<string, number>();
  const counted = new WeakSet<Socket>();
  return {
    take(upgrade) {
      const { socket } = upgrade;
      if (counted.has(socket)) return true;
      // Already closed: its `close` event may be over, and the place would never be released.
      if (socket.destroyed) return false;
      const address = addressKey(addressOf(upgrade));
      const count = open.get(address) ?? 0;
      if (count >= max) return false;
      open.set(address, count + 1);
      counted.add(socket);
      socket.once('close', () => {
        const left = (open.get(address) ?? 1) - 1;
        if (left > 0) open.set(address, left);
        else open.delete(address);
      });
      return true;
    },
  };
}
