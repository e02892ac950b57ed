/** A generator of random numbers that gives the same ones for the same seed. */
export interface Random {
  /** 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True in this part of cases, 0 to 1. */
  chance(part: number): boolean;
  pick<T>(from: readonly T[]): T;
  shuffled<T>(from: readonly T[]): T[];
  /** One of its own for somebody, so that what one does never changes what another draws. */
  fork(name: string): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (part) => next() < part,
    pick: <T>(from: readonly T[]) => from[between(0, from.length - 1)] as T,
    shuffled<T>(from: readonly T[]): T[] {
      const left = [...from];
      return from.map(() => left.splice(between(0, left.length - 1), 1)[0] as T);
    },
    fork: (name) => createRandom([...name].reduce((hash, char) => Math.imul(hash, 31) + char.charCodeAt(0), seed | 0)),
  };
}
