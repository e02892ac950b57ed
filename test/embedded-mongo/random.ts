/** Random choices that a seed repeats; `FUZZ_SEED=... npm test -- FILE` runs a failure again. */
export interface Random {
  seed: number;
  /** A whole number from 0, below `limit`. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
}

export function random(seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1e6)): Random {
  let state = seed;
  /** Mulberry32. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  return { seed, below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}
