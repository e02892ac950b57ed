import { Long } from 'bson';
import { encode } from './bson.ts';
import { type CodeName, check, MongoError } from './errors.ts';
import { pause, type Reader, type TimeLimit } from './pace.ts';

/** Documents as bytes, with `undefined` where others may run. */
export type Results = Iterator<Buffer | undefined>;

interface Cursor {
  id: bigint;
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

/** What is left of results that did not fit into one answer. Documents are read only when they are asked for. */
export class Cursors {
  readonly #open = new Map<bigint, Cursor>();
  readonly #watched = new WeakSet<AbortSignal>();
  #lastId = BigInt(Date.now()) * 1000n;

  get count(): number {
    return this.#open.size;
  }

  /** The reader's time limit holds for the whole cursor and counts only while documents are read. */
  open(reader: Reader, ns: string, docs: Results, batchSize: number, single?: boolean): Promise<Buffer> {
    this.#close((cursor) => !cursor.isBusy && Date.now() - cursor.usedAt > IDLE_MS, 'CursorNotFound');
    const cursor = { id: ++this.#lastId, ns, docs, limit: reader.limit, usedAt: 0, isBusy: true };
    this.#open.set(cursor.id, cursor);
    return this.#read('firstBatch', reader, cursor, batchSize, single);
  }

  async more(reader: Reader, id: Long, ns: string, batchSize: number): Promise<Buffer> {
    const cursor = this.#open.get(id.toBigInt());
    if (cursor?.ns !== ns) throw new MongoError('CursorNotFound', `cursor id ${id} not found`);
    check(!cursor.isBusy, 'CursorInUse', `cursor id ${id} is already in use`);
    cursor.limit.resume();
    return this.#read('nextBatch', reader, cursor, batchSize);
  }

  kill(id: Long): boolean {
    return this.#close((cursor) => cursor.id === id.toBigInt(), 'CursorKilled');
  }

  closeAll(ns: string): void {
    this.#close((cursor) => cursor.ns === ns, 'QueryPlanKilled');
  }

  #close(isMeant: (cursor: Cursor) => boolean, reason: CodeName): boolean {
    const meant = [...this.#open.values()].filter(isMeant);
    for (const cursor of meant) {
      cursor.killedBy = reason;
      this.#forget(cursor);
    }
    return meant.length > 0;
  }

  /** Releases what its stages hold; a cursor being read does that when it ends. */
  #forget(cursor: Cursor): void {
    this.#open.delete(cursor.id);
    if (!cursor.isBusy) cursor.docs.return?.();
  }

  /** The answer `{ cursor: { NAME: [...], id, ns }, ok: 1 }`, put together from bytes as they are stored. */
  async #read(name: string, reader: Reader, cursor: Cursor, batchSize: number, single = false): Promise<Buffer> {
    cursor.isBusy = true;
    cursor.signal = reader.signal;
    if (reader.signal) this.#closeWith(reader.signal);
    try {
      const { docs, done } = await take(reader, cursor, batchSize);
      cursor.isBusy = false;
      if (done || single || cursor.killedBy || reader.signal?.aborted) this.#forget(cursor);
      const id = done || single ? Long.ZERO : Long.fromBigInt(cursor.id);
      const array = documentOf(docs.flatMap((doc, i) => [Buffer.from(`\x03${i}\0`, 'latin1'), doc]));
      const rest = encode({ id, ns: cursor.ns }).subarray(4, -1);
      const fields = documentOf([Buffer.from(`\x04${name}\0`, 'latin1'), ...array, rest]);
      const ok = encode({ ok: 1.0 }).subarray(4, -1);
      return Buffer.concat(documentOf([Buffer.from('\x03cursor\0', 'latin1'), ...fields, ok]));
    } catch (error) {
      // One that ran out of time is gone.
      cursor.isBusy = false;
      this.#forget(cursor);
      throw error;
    } finally {
      cursor.limit.pause();
      cursor.usedAt = Date.now();
    }
  }

  #closeWith(signal: AbortSignal): void {
    if (this.#watched.has(signal)) return;
    this.#watched.add(signal);
    signal.addEventListener('abort', () => this.#close((cursor) => cursor.signal === signal, 'CursorKilled'));
  }
}

/** Reads one document ahead, so that the last batch says that it is the last. */
async function take(reader: Reader, cursor: Cursor, batchSize: number): Promise<{ docs: Buffer[]; done: boolean }> {
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

function documentOf(fields: Buffer[]): Buffer[] {
  const length = Buffer.allocUnsafe(4);
  length.writeInt32LE(fields.reduce((sum, field) => sum + field.length, 5));
  return [length, ...fields, Buffer.from([0])];
}
