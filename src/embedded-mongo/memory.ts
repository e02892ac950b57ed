import { MongoError } from './errors.ts';

export interface SharedMemory {
  /** Resolves once there is room for so many bytes; of those that wait, the smallest is first. */
  take(bytes: number): Promise<void>;
  give(bytes: number): void;
}

export function shareMemory(total: number): SharedMemory {
  let left = total;
  const waiting: { bytes: number; start(): void }[] = [];
  const next = (): void => {
    for (let first = waiting[0]; first && first.bytes <= left; first = waiting[0]) {
      left -= first.bytes;
      waiting.shift();
      first.start();
    }
  };
  return {
    take: (bytes) =>
      new Promise((start) => {
        waiting.push({ bytes, start });
        waiting.sort((a, b) => a.bytes - b.bytes);
        next();
      }),
    give(bytes) {
      left += bytes;
      next();
    },
  };
}

/** What MongoDB lets one stage hold; here it is for those of all clients together. */
const MAX_HELD = 100 * 1024 * 1024;
/** So much each may hold in any case. */
const FREE = 1024 * 1024;
let heldByAll = 0;

/** What a stage keeps in memory until it ends, in bytes. */
export class Holding {
  #bytes = 0;

  constructor(private readonly stage: string) {}

  /** Throws QueryExceededMemoryLimitNoDiskUseAllowed where there is no room. */
  add(bytes: number): void {
    this.#bytes += bytes;
    heldByAll += bytes;
    if (this.#bytes <= FREE || heldByAll <= MAX_HELD) return;
    const exceeded = `${this.stage} exceeded the memory limit of ${MAX_HELD} bytes; use an index, or a limit`;
    throw new MongoError('QueryExceededMemoryLimitNoDiskUseAllowed', exceeded);
  }

  release(): void {
    this.add(-this.#bytes);
  }
}
