import type { Logger } from 'pino';
import type { SocketEmitter } from '../shared/contracts/socket-events.ts';
import type { Config } from './config.ts';
import type { FileStore } from './file-store.ts';
import type { Queue } from './job-queue.ts';
import { part } from './part.ts';

/** Connections that a process opens at start-up, for services. */
export interface Platform {
  config: Config;
  log: Logger;
  queue: Queue;
  store: FileStore;
  sockets: SocketEmitter;
}

/** Installed by the entry points before the first request or job. */
export const platform = part<Platform>('platform');
