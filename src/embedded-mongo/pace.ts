import { MongoError } from './errors.ts';

/** Items, and now and then `undefined`: a place where who reads them may let others run. */
export type Paced<T> = Iterable<T | undefined>;

/** The time that one operation may take, as `maxTimeMS` sets it, over its command and all its `getMore`. */
export class TimeLimit {
  #left: number;
  #since = performance.now();

  /** @param ms milliseconds; 0 or absent means no limit */
  constructor(ms?: number) {
    this.#left = ms || Infinity;
  }

  check(): void {
    if (performance.now() - this.#since > this.#left)
      throw new MongoError('MaxTimeMSExpired', 'operation exceeded its time limit (maxTimeMS)');
  }

  /** Stops counting: the operation waits for its client. */
  pause(): void {
    this.#left -= performance.now() - this.#since;
  }

  resume(): void {
    this.#since = performance.now();
  }
}

/** The command that reads: its time, and whether its client is still there. */
export interface Reader {
  limit: TimeLimit;
  /** Aborted when the client's connection has closed. */
  signal?: AbortSignal;
  settled(): Promise<void>;
}

const TURN_MS = 2;

let turnEnds = 0;
const waiting: (() => void)[] = [];

export function startTurn(ms = TURN_MS): void {
  turnEnds = performance.now() + ms;
}

/** Whether to pause now. Long loops ask this in each round and yield `undefined` where it is true. */
export function isTurnOver(): boolean {
  if (performance.now() < turnEnds) return false;
  startTurn();
  return true;
}

/** One reader at a time, so that many together keep nobody waiting longer than one does. */
function nextTurn(): void {
  startTurn();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(nextTurn);
}

/** Lets others run. Throws when the time is over or the client is gone; the next read sees the newest commit. */
export async function pause(reader: Reader, limit = reader.limit): Promise<void> {
  await new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(nextTurn);
  });
  if (reader.signal?.aborted) throw new MongoError('Interrupted', 'operation was interrupted: its client is gone');
  limit.check();
  await reader.settled();
}

export function* flatMapPaced<T, R>(items: Paced<T>, use: (item: T) => Paced<R>): Generator<R | undefined> {
  for (const item of items)
    if (item === undefined) yield undefined;
    else yield* use(item);
}

export function* mapPaced<T, R>(items: Paced<T>, use: (item: T) => R): Generator<R | undefined> {
  for (const item of items) yield item === undefined ? undefined : use(item);
}

/** Leaves out the first `skip` items and gives `limit` at most; 0: all. */
export function* slicePaced<T>(items: Paced<T>, skip: number, limit = 0): Generator<T | undefined> {
  let at = 0;
  for (const item of items) {
    if (item === undefined) yield undefined;
    if (item === undefined || at++ < skip) continue;
    yield item;
    if (limit > 0 && at >= skip + limit) return;
  }
}

export async function eachPaced<T>(reader: Reader, items: Paced<T>, use: (item: T) => void): Promise<void> {
  for (const item of items)
    if (item === undefined) await pause(reader);
    else use(item);
}
