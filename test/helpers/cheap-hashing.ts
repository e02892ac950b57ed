import { SLOW_HASHING } from '../../src/platform/slow-hashing.ts';

const full = { ...SLOW_HASHING };

/** Makes the hash of a password cost a hundredth; called by the root hooks. */
export function hashCheaply(): void {
  Object.assign(SLOW_HASHING, { memoryCost: 256, timeCost: 1 });
}

/** Hashes as in production in the tests of the surrounding `describe`. */
export function useFullHashing(): void {
  before(() => void Object.assign(SLOW_HASHING, full));
  after(hashCheaply);
}
