import type { createAdapter } from '@socket.io/redis-adapter';
import type { Logger } from 'pino';

export interface RedisLink {
  adapter: ReturnType<typeof createAdapter>;
  /** Throws when Redis does not answer. */
  ping(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Connects to Redis, which links the sockets of all processes. Reconnects by itself; throws only when the first
 * connection fails.
 */
export async function connectRedis(url: string, log: Logger): Promise<RedisLink> {
  // Large, and only for those who have Redis.
  const [{ createClient }, { createAdapter }] = await Promise.all([
    import('redis'),
    import('@socket.io/redis-adapter'),
  ]);
  const publisher = createClient({ url, socket: { reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 5000) } });
  const subscriber = publisher.duplicate();
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: unknown) => log.warn({ err: error }, 'lost the connection to Redis; retrying'));
  }
  await Promise.all([publisher.connect(), subscriber.connect()]);
  return {
    adapter: createAdapter(publisher, subscriber),
    ping: () => publisher.ping(),
    async close() {
      publisher.destroy();
      subscriber.destroy();
    },
  };
}
