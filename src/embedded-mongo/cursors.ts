import { Long } from 'bson';
import { type Doc, encode } from './bson.ts';
import { MongoError } from './errors.ts';
import type { TimeLimit } from './time-limit.ts';

export interface Batch {
  id: Long;
  ns: string;
  docs: Buffer[];
}

/** What is left of results that did not fit into one answer. Documents are read only when they are asked for. */
export interface Cursors {
  /** @param limit counts only while documents are read */
  open(ns: string, docs: Iterator<Buffer>, batchSize: number, limit: TimeLimit, single?: boolean): Batch;
  more(id: Long, ns: string, batchSize: number): Batch;
  kill(ids: Long[]): { killed: Long[]; unknown: Long[] };
  /** Forgets the cursors of a collection that is gone. */
  closeAll(ns: string): void;
  readonly count: number;
}

interface Open {
  ns: string;
  docs: Iterator<Buffer>;
  limit: TimeLimit;
  ahead?: Buffer;
  usedAt: number;
}

const MAX_BATCH_BYTES = 15 * 1024 * 1024;
const IDLE_MS = 10 * 60 * 1000;

export function openCursors(): Cursors {
  const cursors = new Map<bigint, Open>();
  let lastId = BigInt(Date.now()) * 1000n;

  function take(cursor: Open, batchSize: number): { docs: Buffer[]; done: boolean } {
    const docs: Buffer[] = [];
    let bytes = 0;
    cursor.usedAt = Date.now();
    while (docs.length < batchSize) {
      const doc = cursor.ahead ?? next(cursor);
      cursor.ahead = undefined;
      if (!doc) return { docs, done: true };
      if (docs.length > 0 && bytes + doc.length > MAX_BATCH_BYTES) {
        cursor.ahead = doc;
        return { docs, done: false };
      }
      docs.push(doc);
      bytes += doc.length;
    }
    if (batchSize > 0) cursor.ahead = next(cursor);
    return { docs, done: batchSize > 0 && !cursor.ahead };
  }

  function next(cursor: Open): Buffer | undefined {
    const step = cursor.docs.next();
    return step.done ? undefined : step.value;
  }

  function forgetIdle(): void {
    for (const [id, { usedAt }] of cursors) if (Date.now() - usedAt > IDLE_MS) cursors.delete(id);
  }

  return {
    open(ns, iterator, batchSize, limit, single = false) {
      forgetIdle();
      const cursor: Open = { ns, docs: iterator, limit, usedAt: Date.now() };
      const { docs, done } = take(cursor, batchSize);
      limit.pause();
      if (done || single) return { id: Long.ZERO, ns, docs };
      cursors.set(++lastId, cursor);
      return { id: Long.fromBigInt(lastId), ns, docs };
    },
    more(id, ns, batchSize) {
      const cursor = cursors.get(id.toBigInt());
      if (!cursor || cursor.ns !== ns) throw new MongoError('CursorNotFound', `cursor id ${id} not found`);
      // Kept on only if reading succeeds: one that ran out of time is gone.
      cursors.delete(id.toBigInt());
      cursor.limit.resume();
      const { docs, done } = take(cursor, batchSize);
      cursor.limit.pause();
      if (!done) cursors.set(id.toBigInt(), cursor);
      return { id: done ? Long.ZERO : id, ns, docs };
    },
    kill(ids) {
      const killed = ids.filter((id) => cursors.delete(id.toBigInt()));
      return { killed, unknown: ids.filter((id) => !killed.includes(id)) };
    },
    closeAll(ns) {
      for (const [id, cursor] of cursors) if (cursor.ns === ns) cursors.delete(id);
    },
    get count() {
      return cursors.size;
    },
  };
}

/** The answer `{ cursor: { NAME: [...], id, ns }, ok: 1 }`, put together from bytes as they are stored. */
export function encodeBatch(name: 'firstBatch' | 'nextBatch', { id, ns, docs }: Batch): Buffer {
  const items = docs.map((doc, i) => ({ key: Buffer.from(`\x03${i}\0`, 'latin1'), doc }));
  const arrayBytes = items.reduce((sum, { key, doc }) => sum + key.length + doc.length, 5);
  const array = Buffer.concat([int32(arrayBytes), ...items.flatMap(({ key, doc }) => [key, doc]), ZERO]);
  const tail = encode({ id, ns } as Doc).subarray(4);
  const head = Buffer.from(`\x04${name}\0`, 'latin1');
  const cursor = Buffer.concat([int32(4 + head.length + array.length + tail.length), head, array, tail]);
  const ok = encode({ ok: 1.0 }).subarray(4);
  const field = Buffer.from('\x03cursor\0', 'latin1');
  return Buffer.concat([int32(4 + field.length + cursor.length + ok.length), field, cursor, ok]);
}

const ZERO = Buffer.from([0]);

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32LE(value);
  return bytes;
}
