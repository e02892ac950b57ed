import type { Logger } from 'pino';
import type { SocketEmitter } from '../shared/contracts/socket-events.ts';
import type { Config } from './config.ts';
import type { FileStore } from './file-store.ts';
import type { Queue } from './job-queue.ts';

/** The few things that have a life. A process wires them once at start; services ask for them. */
export interface Platform {
  config: Config;
  log: Logger;
  queue: Queue;
  store: FileStore;
  sockets: SocketEmitter;
}

let current: Platform | null = null;

/** Called by the entry points, and by tests that start an app of their own. */
export function setPlatform(platform: Platform | null): void {
  current = platform;
}

/** Throws when nothing was started: a service can't work without its process. */
export function platform(): Platform {
  if (!current) throw new Error('The platform was not started');
  return current;
}
