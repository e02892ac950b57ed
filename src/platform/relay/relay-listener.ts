import type { Log } from '../log.ts';
import type { Outbox, Parcel } from './outbox.ts';

export interface ListenOptions {
  /** Whose entries are left out: that process has told itself. */
  from: string;
  log: Log;
  deliver(parcel: Parcel): void;
  interval: number;
}

export interface Listening {
  /** Resolves after the first look. */
  started: Promise<void>;
  /** Where one message is, others follow soon: looks often for a while. */
  expectMore(): void;
  stop(): Promise<void>;
}

/**
 * How long a number may be missing, in milliseconds: a write is repeated for 15 s when the database is away. Its process died
 * where it takes longer.
 */
const MISSING_FOR = 30_000;
/** After a longer absence than so many entries, the oldest of them are given up. */
const MOST_MISSING = 1000;
const BUSY_FOR = 30_000;
const IDLE_PAUSES = 4;

/**
 * Looks for entries by their numbers. An idle look reads one small document, the counter. Every number up to it is expected,
 * and stays so until its entry is there: nothing is lost or told twice, whatever the clocks say.
 */
export function listen(outbox: Outbox, { from, log, deliver, interval }: ListenOptions): Listening {
  /** When each expected number was first missed, by this process's own clock. */
  const expected = new Map<number, number>();
  let last: number | null = null;
  let busyUntil = 0;
  let stopped = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;

  function expectUpTo(seq: number): void {
    const now = performance.now();
    // What was there before this process is not for the browsers that come now.
    if (last === null) last = seq;
    // The counter of another database: a backup was restored.
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
      if (!isFailing && !stopped) log.warn({ err: error }, 'could not look for messages of other processes');
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
