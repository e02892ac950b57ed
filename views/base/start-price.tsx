import { money } from '../../src/shared/format.ts';
import type { Packages } from '../../src/shared/pricing.ts';

/** "From $5.00, paid once when you publish.", or the maximum length of a free film. */
export function StartPrice({ packages, isFree = false }: { packages: Packages; isFree?: boolean }) {
  const [smallest] = packages;
  if (isFree) return <>Free for films of up to {smallest.covers / 60} minutes.</>;
  return <>From {money(smallest.amount)}, paid once when you publish.</>;
}
