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
  let closing = false;
  logFailures(subscriber, (error) => closing || log.warn({ err: error }, 'a subscription in Redis failed'));
  return {
    adapter: createAdapter(publisher, subscriber),
    ping: () => publisher.ping(),
    close() {
      closing = true;
      return close();
    },
  };
}

const SUBSCRIPTIONS = ['subscribe', 'pSubscribe', 'unsubscribe', 'pUnsubscribe'] as const;

type Subscriber = Record<(typeof SUBSCRIPTIONS)[number], (...args: never[]) => Promise<unknown>>;

/** The adapter doesn't wait for its subscriptions, so nobody else hears that one failed. */
function logFailures(subscriber: Subscriber, onFailure: (error: unknown) => void): void {
  for (const name of SUBSCRIPTIONS) {
    const call = subscriber[name].bind(subscriber);
    Object.assign(subscriber, { [name]: (...args: never[]) => call(...args).catch(onFailure) });
  }
}
