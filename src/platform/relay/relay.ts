import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Log } from '../log.ts';
import { openOutbox, type Parcel } from './outbox.ts';
import { listen } from './relay-listener.ts';

/** Broadcasts messages between processes through the database, for installations without Redis. */
export interface Relay {
  /** Resolves when messages published from now on will arrive. */
  listening: Promise<void>;
  /**
   * Sends a message to all other processes, in call order. Never throws; a message is dropped when it can't be written
   * within 15 seconds.
   */
  publish(channel: string, message: unknown): void;
  /** Calls back with messages of other processes. */
  subscribe<M>(channel: string, listener: (message: M) => void): void;
  /** Flushes published messages and stops listening. Messages published later are dropped. */
  stop(): Promise<void>;
}

export interface RelayOptions {
  connection: Connection;
  log: Log;
  /** Default: true. False for a process that only publishes. */
  listens?: boolean;
  /**
   * Polling interval in milliseconds while messages arrive; four times as long after half a minute without. Default:
   * 250.
   */
  interval?: number;
}

/** Maximum messages in one entry; those that arrive during a write are batched. */
const TOGETHER = 200;

export function startRelay({ connection, log, listens = true, interval = 250 }: RelayOptions): Relay {
  const from = randomUUID();
  const outbox = openOutbox(connection);
  const listeners = new Map<string, (message: unknown) => void>();
  const waiting: Parcel[] = [];
  let writing: Promise<void> | null = null;
  let isStopped = false;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const parcels = waiting.splice(0, TOGETHER);
      await outbox
        .write(from, parcels)
        .catch((error: unknown) => log.warn({ err: error }, 'a message to other processes could not be written'));
    }
    writing = null;
  }

  function deliver({ channel, text }: Parcel): void {
    try {
      listeners.get(channel)?.(JSON.parse(text));
    } catch (error) {
      log.error({ err: error, channel }, 'a message of another process could not be handled');
    }
  }

  const listening = listens ? listen(outbox, { from, log, deliver, interval }) : null;
  return {
    listening: listening?.started ?? Promise.resolve(),
    publish(channel, message) {
      if (isStopped) return;
      waiting.push({ channel, text: JSON.stringify(message) });
      writing ??= writeAll();
      listening?.expectMore();
    },
    subscribe(channel, listener) {
      if (listeners.has(channel)) throw new Error(`${channel} has a listener already`);
      listeners.set(channel, listener as (message: unknown) => void);
    },
    async stop() {
      isStopped = true;
      await writing;
      await listening?.stop();
    },
  };
}
