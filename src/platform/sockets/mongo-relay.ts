import { randomUUID } from 'node:crypto';
import type { Connection, mongo } from 'mongoose';
import { Types } from 'mongoose';
import type { Logger } from 'pino';
import type { SocketMessage } from './socket-message.ts';

interface OutboxEntry {
  _id: Types.ObjectId;
  /** Which process wrote it; that one has told its own connections already. */
  from: string;
  /** By the clock of the database, so that processes need not agree on theirs. */
  at: Date;
  /** The message as JSON: a payload may hold whatever names a database would not take. */
  message: string;
}

export interface Relay<M> {
  /** Resolves once it listens: what is published from then on arrives. */
  listening: Promise<unknown>;
  /** Hands a message to all other processes, in the order of the calls. Never throws; a message that can't be written is lost. */
  publish(message: M): void;
  /** Stops listening, once what was published is written. */
  stop(): Promise<void>;
}

export interface RelayOptions<M> {
  connection: Connection;
  log: Logger;
  /** Called with what other processes published; without it the relay only writes. */
  deliver?: (message: M) => void;
  /** Where messages lie in between; one for each kind of them. `socket_outbox` unless told. */
  collection?: string;
  /** Milliseconds between looks into the outbox; 300 unless told. */
  interval?: number;
}

const KEPT_SECONDS = 60;
/** Writes that overlap may become visible in another order than their times; so each look goes back this far. */
const OVERLAP = 2000;

/**
 * Carries messages between processes through the database, where there is no Redis: a small collection that each web
 * process looks into a few times a second and that empties itself. It needs nothing but finds and upserts.
 */
export function startRelay<M = SocketMessage>(options: RelayOptions<M>): Relay<M> {
  const { connection, log, deliver, interval = 300, collection = 'socket_outbox' } = options;
  const from = randomUUID();
  const outbox = connection.collection<OutboxEntry>(collection);
  const ready = outbox
    .createIndex({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })
    .catch((error: unknown) => log.warn({ err: error, collection }, 'the outbox has no index'));
  let writing: Promise<unknown> = ready;
  const listening = deliver ? listen(outbox, { from, log, deliver, interval, ready }) : null;
  return {
    listening: listening?.started ?? ready,
    publish(message) {
      const text = JSON.stringify(message);
      writing = writing
        .then(() => write(outbox, from, text))
        .catch((error: unknown) => log.warn({ err: error, collection }, 'could not tell other processes'));
    },
    async stop() {
      await writing;
      await listening?.stop();
    },
  };
}

async function write(outbox: mongo.Collection<OutboxEntry>, from: string, message: string): Promise<void> {
  await outbox.updateOne(
    { _id: new Types.ObjectId() },
    { $setOnInsert: { from, message }, $currentDate: { at: true } },
    { upsert: true },
  );
}

interface Listening<M> {
  from: string;
  log: Logger;
  deliver: (message: M) => void;
  interval: number;
  ready: Promise<unknown>;
}

function listen<M>(outbox: mongo.Collection<OutboxEntry>, { from, log, deliver, interval, ready }: Listening<M>) {
  const seen = new Map<string, number>();
  let newest: number | null = null;
  let stopped = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const since = newest === null ? await startingPoint(outbox) : newest - OVERLAP;
    const isFirst = newest === null;
    const entries = await outbox
      .find({ at: { $gte: new Date(since) }, from: { $ne: from } })
      .sort({ at: 1, _id: 1 })
      .toArray();
    newest ??= since;
    for (const entry of entries) {
      const id = String(entry._id);
      newest = Math.max(newest, entry.at.getTime());
      if (seen.has(id)) continue;
      seen.set(id, entry.at.getTime());
      // What was there before this process is not for the browsers that come now.
      if (!isFirst) deliver(JSON.parse(entry.message) as M);
    }
    for (const [id, at] of seen) if (at < newest - 2 * OVERLAP) seen.delete(id);
  }

  async function turn(): Promise<void> {
    try {
      await look();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !stopped) log.warn({ err: error }, 'could not look into the socket outbox');
      isFailing = true;
    }
    if (!stopped) timer = setTimeout(() => (looking = turn()), interval);
  }

  looking = ready.then(turn);
  return {
    started: looking,
    async stop() {
      stopped = true;
      await looking;
      clearTimeout(timer);
    },
  };
}

/** From when on a process that starts looks, in milliseconds: what its next look would find again is known to it then. */
async function startingPoint(outbox: mongo.Collection<OutboxEntry>): Promise<number> {
  const last = await outbox.find({}).sort({ at: -1 }).limit(1).next();
  return last ? last.at.getTime() - OVERLAP : 0;
}
