import type { ContractShape } from './contract.ts';

/**
 * A contract for the API client in islands: method and path, checked against the contract's type. Leaves out schemas
 * and zod, which are larger than most islands.
 */
export function callOf<C extends ContractShape>(method: C['method'], path: C['path']): C {
  return { method, path } as C;
}
