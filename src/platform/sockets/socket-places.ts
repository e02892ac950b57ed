import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '../http/rate-limits.ts';

export interface SocketPlaces {
  /** Takes a place for this handshake until its connection closes; false where the address has none left. */
  take(upgrade: IncomingMessage): boolean;
}

/**
 * Counts the open connections of each client address in this process, whichever namespaces they join.
 * @param max connections that one address (an IPv6 network counts as one) may hold
 * @param addressOf the client's address, also behind a proxy
 */
export function createSocketPlaces(max: number, addressOf: (upgrade: IncomingMessage) => string): SocketPlaces {
  const open = new Map<string, number>();
  const counted = new WeakSet<Socket>();
  return {
    take(upgrade) {
      const { socket } = upgrade;
      if (counted.has(socket)) return true;
      // Already gone: its `close` event may be past, so the place would never be released.
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
