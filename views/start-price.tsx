import { money } from '../src/shared/format.ts';
import type { Packages } from '../src/shared/pricing.ts';

/** "From $5.00 when the film is made." Free occasions say what is free themselves. */
export function StartPrice({ packages, isFree = false }: { packages: Packages; isFree?: boolean }) {
  if (isFree) return null;
  return <>From {money(packages[0].amount)} when the film is made.</>;
}
