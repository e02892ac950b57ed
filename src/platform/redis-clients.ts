import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Milliseconds that `close` waits at most for what was published last. */
const LAST_MS = 1000;

/**
 * Connects to Redis, to publish and to subscribe. Reconnects by itself; throws only when the first connection fails. What can't
 * be published is logged, as nobody waits for it.
 */
export async function connectRedis(url: string, log: Logger) {
  // Large, and only for those who have Redis.
  const { createClient } = await import('redis');
  const publisher = createClient({ url, socket: { reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 5000) } });
  const subscriber = publisher.duplicate();
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: unknown) => log.warn({ err: error }, 'lost the connection to Redis; retrying'));
  }
  const send = publisher.publish.bind(publisher);
  const onTheWay = new Set<Promise<number>>();
  const publish = (channel: string, message: string | Buffer): Promise<number> => {
    const sent = send(channel, message).catch((error: unknown) => {
      log.warn({ err: error }, 'could not tell other processes through Redis');
      return 0;
    });
    onTheWay.add(sent);
    void sent.then(() => onTheWay.delete(sent));
    return sent;
  };
  await Promise.all([publisher.connect(), subscriber.connect()]);
  return {
    publisher: Object.assign(publisher, { publish }),
    subscriber,
    /** Closes both connections once what was published has reached Redis, or can't. */
    async close(): Promise<void> {
      await Promise.race([Promise.all(onTheWay), wait(LAST_MS, undefined, { ref: false })]);
      publisher.destroy();
      subscriber.destroy();
    },
  };
}
