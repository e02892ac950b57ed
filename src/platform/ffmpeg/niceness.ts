import { AsyncLocalStorage } from 'node:async_hooks';

const ambient = new AsyncLocalStorage<number>();

/**
 * Runs work whose tools let others have the processors first, wherever they are started: what nobody waits for yet.
 *
 * @param niceness 0 to 19, for tools that name none of their own
 */
export function withNiceness<T>(niceness: number, work: () => Promise<T>): Promise<T> {
  return ambient.run(niceness, work);
}

/** 0 outside of `withNiceness`. */
export function currentNiceness(): number {
  return ambient.getStore() ?? 0;
}
