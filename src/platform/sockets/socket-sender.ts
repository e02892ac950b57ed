import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import type { SocketEmitter } from '../../shared/contracts/socket-events.ts';
import type { Config } from '../config.ts';
import { startRelay } from '../relay/relay.ts';
import { linkThroughRedis } from './redis-link.ts';
import { createEmitter, deliver, type Io, SOCKET_CHANNEL } from './socket-message.ts';

export interface SocketSender {
  emitter: SocketEmitter;
  close(): Promise<void>;
}

/** Sends to browsers from a process that serves none, such as the worker: through Redis, or else the database. */
export async function startSocketSender(
  config: Pick<Config, 'redisUrl'>,
  connection: Connection,
  log: Logger,
): Promise<SocketSender> {
  if (!config.redisUrl) {
    const relay = startRelay({ connection, log, listens: false });
    return { emitter: createEmitter((message) => relay.publish(SOCKET_CHANNEL, message)), close: () => relay.stop() };
  }
  const redis = await linkThroughRedis(config.redisUrl, log);
  // Not listening: emitting publishes to the processes that do.
  const io: Io = new Server({ adapter: redis.adapter });
  return {
    emitter: createEmitter((message) => deliver(io, message)),
    close: () => redis.close(),
  };
}
