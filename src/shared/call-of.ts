import type { ContractShape } from './contract.ts';

/**
 * A contract as the API client needs it, for islands: method and path, held against the contract by its type. Its schemas stay
 * behind, as they and their library weigh more than most islands.
 */
export function callOf<C extends ContractShape>(method: C['method'], path: C['path']): C {
  return { method, path } as C;
}
