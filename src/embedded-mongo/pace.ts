import { MongoError } from './errors.ts';
import type { TimeLimit } from './time-limit.ts';

/** Items, and now and then `undefined`: a place where who reads them may let others run. */
export type Paced<T> = Iterable<T | undefined>;

/** The command that reads: its time, and whether its client is still there. */
export interface Reader {
  limit: TimeLimit;
  /** Aborted when the client's connection has closed. */
  signal?: AbortSignal;
  settled(): Promise<void>;
}

const TURN_MS = 3;

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

/** Hands each item to `use`, with pauses; stops where `use` returns true. */
export async function eachPaced<T>(reader: Reader, items: Paced<T>, use: (item: T) => unknown): Promise<void> {
  for (const item of items) {
    if (item === undefined) await pause(reader);
    else if (use(item) === true) return;
  }
}
