import type { Log } from '../log.ts';
import type { Outbox, Parcel } from './outbox.ts';

export interface ListenOptions {
  /** Process whose own entries are skipped. */
  from: string;
  log: Log;
  deliver(parcel: Parcel): void;
  interval: number;
}

export interface Listening {
  /** Resolves after the first poll. */
  started: Promise<void>;
  /** Polls more often for a while: messages come in bursts. */
  expectMore(): void;
  stop(): Promise<void>;
}

/**
 * How long to wait for a missing number, in milliseconds. Writes are retried for 15 s; after that the writer has
 * crashed.
 */
const MISSING_FOR = 30_000;
/** Maximum number of missing entries; the oldest are dropped. */
const MOST_MISSING = 1000;
const BUSY_FOR = 30_000;
const IDLE_PAUSES = 4;

/**
 * Polls for entries by number; an idle poll reads the counter only. Waits for each missing number, so no entry is lost
 * or delivered twice.
 */
export function listen(outbox: Outbox, { from, log, deliver, interval }: ListenOptions): Listening {
  /** When each missing number was first awaited, by this process's clock. */
  const expected = new Map<number, number>();
  let last: number | null = null;
  let busyUntil = 0;
  let stopped = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;

  function expectUpTo(seq: number): void {
    const now = performance.now();
    // Skip messages from before the start of this process.
    if (last === null) last = seq;
    // The counter went back: a backup was restored.
    if (seq < last) {
      last = 0;
      expected.clear();
    }
    for (let number = Math.max(last, seq - MOST_MISSING) + 1; number <= seq; number++) expected.set(number, now);
    last = seq;
    for (const [number, since] of expected) {
      if (now - since > MISSING_FOR || expected.size > MOST_MISSING) expected.delete(number);
    }
  }

  async function look(): Promise<void> {
    expectUpTo(await outbox.last());
    if (expected.size === 0) return;
    busyUntil = performance.now() + BUSY_FOR;
    for (const entry of await outbox.read([...expected.keys()])) {
      expected.delete(entry._id);
      if (entry.from !== from) for (const parcel of entry.parcels) deliver(parcel);
    }
  }

  async function turn(): Promise<void> {
    try {
      await look();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !stopped) log.warn({ err: error }, 'messages of other processes could not be read');
      isFailing = true;
    }
    if (!stopped) timer = setTimeout(again, performance.now() < busyUntil ? interval : interval * IDLE_PAUSES);
  }

  let looking: Promise<void> = Promise.resolve();
  function again(): void {
    timer = undefined;
    looking = turn();
  }
  again();

  return {
    started: looking,
    expectMore() {
      const wasIdle = performance.now() >= busyUntil;
      busyUntil = performance.now() + BUSY_FOR;
      if (!wasIdle || stopped || timer === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(again, interval);
    },
    async stop() {
      stopped = true;
      await looking;
      clearTimeout(timer);
    },
  };
}
