import type { Random } from './seeded-random.ts';

/** Messages on their way: some get lost and some come twice, in any order. */
export function lossyMessages<T>(random: Random): { waiting: T[]; tell: (message: T | null) => void } {
  const waiting: T[] = [];
  return {
    waiting,
    tell(message) {
      if (!message || random.chance(0.15)) return; // Lost.
      waiting.push(message);
      if (random.chance(0.2)) waiting.push(message);
    },
  };
}
