import type { createAdapter } from '@socket.io/redis-adapter';
import type { Logger } from 'pino';
import { connectRedis } from '../redis-clients.ts';

export interface RedisLink {
  adapter: ReturnType<typeof createAdapter>;
  /** Throws when Redis does not answer. */
  ping(): Promise<unknown>;
  /** Sends what was published before. */
  close(): Promise<void>;
}

/** Links the sockets of all processes through Redis. Throws only when the first connection fails. */
export async function linkThroughRedis(url: string, log: Logger): Promise<RedisLink> {
  // For those who have Redis only.
  const { createAdapter } = await import('@socket.io/redis-adapter');
  const { publisher, subscriber, close } = await connectRedis(url, log);
  return { adapter: createAdapter(publisher, subscriber), ping: () => publisher.ping(), close };
}
