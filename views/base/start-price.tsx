import { money } from '../../src/shared/format.ts';
import type { Packages } from '../../src/shared/pricing.ts';

/** "From $5.00, paid once when you publish.", or how long a film of a free occasion may be. */
export function StartPrice({ packages, isFree = false }: { packages: Packages; isFree?: boolean }) {
  const [smallest] = packages;
  if (isFree) return <>Free for films of up to {smallest.covers / 60} minutes.</>;
  return <>From {money(smallest.amount)}, paid once when you publish.</>;
}
