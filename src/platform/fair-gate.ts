import { AppError } from './errors.ts';

export interface FairGate {
  /** Runs `work` when a place is free. Throws PROVIDER_DOWN on timeout or when too many wait. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

interface GateOptions {
  /** Maximum concurrency in this process. */
  places: number;
  /** Maximum wait for a place, in milliseconds. */
  patience: number;
  /** Maximum waiters for each key. */
  waitingPerKey: number;
}

/** Seconds after which clients should retry. */
const RETRY_AFTER = 5;

/** Limits concurrency of costly work. Keys take turns, and one key never holds all places. */
export function createFairGate({ places, patience, waitingPerKey }: GateOptions): FairGate {
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let taken = 0;
  const mayRun = (key: string) => taken < places && (running.get(key) ?? 0) < Math.max(1, places - 1);

  function enter(key: string): void {
    taken += 1;
    running.set(key, (running.get(key) ?? 0) + 1);
  }

  function leave(key: string): void {
    taken -= 1;
    const rest = (running.get(key) ?? 1) - 1;
    if (rest > 0) running.set(key, rest);
    else running.delete(key);
    admitNext();
  }

  function admitNext(): void {
    for (const [key, line] of waiting) {
      if (!mayRun(key)) continue;
      const admit = line.shift();
      waiting.delete(key);
      if (line.length > 0) waiting.set(key, line);
      admit?.();
      return;
    }
  }

  function place(key: string): Promise<void> {
    const line = waiting.get(key) ?? [];
    if (line.length === 0 && mayRun(key)) {
      enter(key);
      return Promise.resolve();
    }
    if (line.length >= waitingPerKey) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer);
        enter(key);
        resolve();
      };
      const timer = setTimeout(() => {
        line.splice(line.indexOf(admit), 1);
        if (line.length === 0) waiting.delete(key);
        reject(busy());
      }, patience);
      line.push(admit);
      waiting.set(key, line);
    });
  }

  return {
    async run(key, work) {
      await place(key);
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
  };
}

function busy(): AppError {
  return new AppError('PROVIDER_DOWN', {
    message: 'We are looking at many files right now. Yours is safe. Please try again in a moment.',
    details: { retryAfter: RETRY_AFTER },
  });
}
