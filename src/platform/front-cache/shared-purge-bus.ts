import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { createClient } from 'redis';
import type { Config } from '../config.ts';
import { startRelay } from '../sockets/mongo-relay.ts';
import { localPurgeBus, type PurgeBus } from './purge-bus.ts';

export interface SharedPurgeBus extends PurgeBus {
  stop(): Promise<void>;
}

const CHANNEL = 'vidday:purge';
const OUTBOX = 'purge_outbox';
/** Milliseconds between looks into the outbox: how long a page may be old in another process. */
const INTERVAL = 500;

/** Tells the other web processes which pages have changed: through Redis, or else through the database. */
export async function startPurgeBus(
  config: Pick<Config, 'redisUrl'>,
  connection: Connection,
  log: Logger,
): Promise<SharedPurgeBus> {
  const heard = localPurgeBus();
  const deliver = (tag: string) => void heard.publish(tag);
  if (config.redisUrl) return throughRedis(config.redisUrl, heard, log);
  const relay = startRelay<string>({ connection, log, collection: OUTBOX, interval: INTERVAL, deliver });
  await relay.listening;
  return { publish: (tag) => relay.publish(tag), subscribe: heard.subscribe, stop: () => relay.stop() };
}

async function throughRedis(url: string, heard: PurgeBus, log: Logger): Promise<SharedPurgeBus> {
  const publisher = createClient({ url, socket: { reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 5000) } });
  const subscriber = publisher.duplicate();
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: unknown) => log.warn({ err: error }, 'lost Redis; trying again'));
  }
  await Promise.all([publisher.connect(), subscriber.connect()]);
  await subscriber.subscribe(CHANNEL, (tag) => void heard.publish(tag));
  return {
    async publish(tag) {
      await publisher
        .publish(CHANNEL, tag)
        .catch((error: unknown) => log.warn({ err: error }, 'could not tell other processes'));
    },
    subscribe: heard.subscribe,
    async stop() {
      publisher.destroy();
      subscriber.destroy();
    },
  };
}
