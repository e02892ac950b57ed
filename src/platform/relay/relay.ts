import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Log } from '../log.ts';
import { openOutbox, type Parcel } from './outbox.ts';
import { listen } from './relay-listener.ts';

/** Carries messages between processes through the database, where there is no Redis. */
export interface Relay {
  /** Resolves once it listens: what is published from then on arrives. */
  listening: Promise<void>;
  /**
   * Hands a message to all other processes, in the order of the calls. Never throws; a message that can't be written within
   * 15 seconds is lost.
   */
  publish(channel: string, message: unknown): void;
  /** Calls back with what other processes publish there. */
  subscribe<M>(channel: string, listener: (message: M) => void): void;
  /** Stops listening, once what was published is written. */
  stop(): Promise<void>;
}

export interface RelayOptions {
  connection: Connection;
  log: Log;
  /** Default: true. A process that only publishes does not look. */
  listens?: boolean;
  /** Milliseconds between looks while messages come, four times as long after half a minute without. Default: 250. */
  interval?: number;
}

/** Messages that wait while an entry is written go together, so a burst is a few entries. */
const TOGETHER = 200;

export function startRelay({ connection, log, listens = true, interval = 250 }: RelayOptions): Relay {
  const from = randomUUID();
  const outbox = openOutbox(connection);
  const listeners = new Map<string, (message: unknown) => void>();
  const waiting: Parcel[] = [];
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const parcels = waiting.splice(0, TOGETHER);
      await outbox
        .write(from, parcels)
        .catch((error: unknown) => log.warn({ err: error }, 'other processes could not be told of a change'));
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
      waiting.push({ channel, text: JSON.stringify(message) });
      writing ??= writeAll();
      listening?.expectMore();
    },
    subscribe(channel, listener) {
      if (listeners.has(channel)) throw new Error(`Somebody listens to ${channel} already`);
      listeners.set(channel, listener as (message: unknown) => void);
    },
    async stop() {
      await writing;
      await listening?.stop();
    },
  };
}
