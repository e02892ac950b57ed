import { Long } from 'bson';
import { type Doc, encode } from './bson.ts';
import { type CodeName, MongoError } from './errors.ts';
import { pause, type Reader } from './pace.ts';
import type { TimeLimit } from './time-limit.ts';

export interface Batch {
  id: Long;
  ns: string;
  docs: Buffer[];
}

/** Documents as bytes, with `undefined` where others may run. */
export type Results = Iterator<Buffer | undefined>;

/** What is left of results that did not fit into one answer. Documents are read only when they are asked for. */
export interface Cursors {
  /** The reader's time limit holds for the whole cursor and counts only while documents are read. */
  open(reader: Reader, ns: string, docs: Results, batchSize: number, single?: boolean): Promise<Batch>;
  more(reader: Reader, id: Long, ns: string, batchSize: number): Promise<Batch>;
  kill(ids: Long[]): { killed: Long[]; unknown: Long[] };
  /** Forgets the cursors of a collection that is gone. */
  closeAll(ns: string): void;
  readonly count: number;
}

interface Open {
  ns: string;
  docs: Results;
  limit: TimeLimit;
  ahead?: Buffer;
  usedAt: number;
  isBusy: boolean;
  /** Of the connection that read from it last, with which it ends. */
  signal?: AbortSignal;
  /** Why a batch that is being read ends in an error. */
  killedBy?: CodeName;
}

/** Many may wait for their answers at once. */
const MAX_BATCH_BYTES = 2 * 1024 * 1024;
const IDLE_MS = 10 * 60 * 1000;

export function openCursors(): Cursors {
  const cursors = new Map<bigint, Open>();
  const watched = new WeakSet<AbortSignal>();
  let lastId = BigInt(Date.now()) * 1000n;

  /** Reads one document ahead, so that the last batch says that it is the last. */
  async function take(reader: Reader, cursor: Open, batchSize: number): Promise<{ docs: Buffer[]; done: boolean }> {
    const docs: Buffer[] = [];
    for (let bytes = 0; ; ) {
      const { ahead } = cursor;
      if (docs.length === batchSize && (ahead || batchSize === 0)) return { docs, done: false };
      if (ahead && docs.length > 0 && bytes + ahead.length > MAX_BATCH_BYTES) return { docs, done: false };
      if (ahead) docs.push(ahead);
      bytes += ahead?.length ?? 0;
      const step = cursor.docs.next();
      if (step.done) return { docs, done: true };
      cursor.ahead = step.value;
      if (step.value) continue;
      await pause(reader, cursor.limit);
      if (cursor.killedBy) throw new MongoError(cursor.killedBy, 'the cursor was killed while it was read');
    }
  }

  async function read(reader: Reader, cursor: Open, id: bigint, batchSize: number, single = false): Promise<Batch> {
    cursor.isBusy = true;
    cursor.signal = reader.signal;
    if (reader.signal) closeWith(reader.signal);
    try {
      const { docs, done } = await take(reader, cursor, batchSize);
      if (done || single || reader.signal?.aborted) cursors.delete(id);
      return { id: done || single ? Long.ZERO : Long.fromBigInt(id), ns: cursor.ns, docs };
    } catch (error) {
      // One that ran out of time is gone.
      cursors.delete(id);
      throw error;
    } finally {
      cursor.limit.pause();
      cursor.usedAt = Date.now();
      cursor.isBusy = false;
    }
  }

  function close(id: bigint, reason: CodeName): boolean {
    const cursor = cursors.get(id);
    if (cursor) cursor.killedBy = reason;
    return cursors.delete(id);
  }

  function closeWith(signal: AbortSignal): void {
    if (watched.has(signal)) return;
    watched.add(signal);
    signal.addEventListener('abort', () => {
      for (const [id, cursor] of cursors) if (cursor.signal === signal) close(id, 'CursorKilled');
    });
  }

  function closeIdle(): void {
    for (const [id, { usedAt, isBusy }] of cursors) if (!isBusy && Date.now() - usedAt > IDLE_MS) cursors.delete(id);
  }

  return {
    open(reader, ns, docs, batchSize, single) {
      closeIdle();
      const cursor: Open = { ns, docs, limit: reader.limit, usedAt: Date.now(), isBusy: true };
      const id = ++lastId;
      cursors.set(id, cursor);
      return read(reader, cursor, id, batchSize, single);
    },
    async more(reader, id, ns, batchSize) {
      const cursor = cursors.get(id.toBigInt());
      if (!cursor || cursor.ns !== ns) throw new MongoError('CursorNotFound', `cursor id ${id} not found`);
      if (cursor.isBusy) throw new MongoError('CursorInUse', `cursor id ${id} is already in use`);
      cursor.limit.resume();
      return read(reader, cursor, id.toBigInt(), batchSize);
    },
    kill(ids) {
      const killed = ids.filter((id) => close(id.toBigInt(), 'CursorKilled'));
      return { killed, unknown: ids.filter((id) => !killed.includes(id)) };
    },
    closeAll(ns) {
      for (const [id, cursor] of cursors) if (cursor.ns === ns) close(id, 'QueryPlanKilled');
    },
    get count() {
      return cursors.size;
    },
  };
}

/** The answer `{ cursor: { NAME: [...], id, ns }, ok: 1 }`, put together from bytes as they are stored. */
export function encodeBatch(name: 'firstBatch' | 'nextBatch', { id, ns, docs }: Batch): Buffer {
  const items = docs.flatMap((doc, i) => [Buffer.from(`\x03${i}\0`, 'latin1'), doc]);
  const arrayBytes = items.reduce((sum, { length }) => sum + length, 5);
  const array = [Buffer.from(`\x04${name}\0`, 'latin1'), int32(arrayBytes), ...items, ZERO];
  const tail = encode({ id, ns } as Doc).subarray(4);
  const cursorBytes = 4 + name.length + 2 + arrayBytes + tail.length;
  const cursor = [Buffer.from('\x03cursor\0', 'latin1'), int32(cursorBytes), ...array, tail];
  const ok = encode({ ok: 1.0 }).subarray(4);
  return Buffer.concat([int32(4 + 8 + cursorBytes + ok.length), ...cursor, ok]);
}

const ZERO = Buffer.from([0]);

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32LE(value);
  return bytes;
}
