import type { Logger } from 'pino';
import type { SocketEmitter } from '../shared/contracts/socket-events.ts';
import type { Config } from './config.ts';
import type { FileStore } from './file-store.ts';
import type { Queue } from './job-queue.ts';

/** Connections that a process opens at start-up, for services. */
export interface Platform {
  config: Config;
  log: Logger;
  queue: Queue;
  store: FileStore;
  sockets: SocketEmitter;
}

let current: Platform | null = null;

/** For entry points and tests. */
export function setPlatform(platform: Platform | null): void {
  current = platform;
}

/** Throws unless the process has called `setPlatform`. */
export function platform(): Platform {
  if (!current) throw new Error('The platform was not started');
  return current;
}
