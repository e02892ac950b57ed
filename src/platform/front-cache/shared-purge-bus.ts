import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { connectRedis } from '../redis-clients.ts';
import type { Relay } from '../relay/relay.ts';
import { localPurgeBus, type PurgeBus } from './purge-bus.ts';

export interface SharedPurgeBus extends PurgeBus {
  stop(): Promise<void>;
}

const CHANNEL = 'vidday:purge';

/** Starts the bus between web processes: through Redis, or else the database's relay. */
export async function startPurgeBus(
  config: Pick<Config, 'redisUrl'>,
  relay: Relay | null,
  log: Logger,
): Promise<SharedPurgeBus> {
  const heard = localPurgeBus();
  if (config.redisUrl) return throughRedis(config.redisUrl, heard, log);
  if (!relay) throw new Error('Without Redis the cached pages need the relay');
  relay.subscribe<string>(CHANNEL, (tag) => void heard.publish(tag));
  await relay.listening;
  return { publish: (tag) => relay.publish(CHANNEL, tag), subscribe: heard.subscribe, stop: async () => undefined };
}

async function throughRedis(url: string, heard: PurgeBus, log: Logger): Promise<SharedPurgeBus> {
  const { publisher, subscriber, close } = await connectRedis(url, log);
  await subscriber.subscribe(CHANNEL, (tag) => void heard.publish(tag));
  return {
    async publish(tag) {
      await publisher.publish(CHANNEL, tag);
    },
    subscribe: heard.subscribe,
    stop: close,
  };
}
