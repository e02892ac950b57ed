import { money } from '../src/shared/format.ts';
import { DISPLAYED_PRICE } from '../src/shared/site-facts.ts';

/** "From $5.00 when you publish." Free occasions say what is free themselves. */
export function StartPrice({ isFree = false }: { isFree?: boolean }) {
  if (isFree) return null;
  return <>From {money(DISPLAYED_PRICE.amount)} when the film is made.</>;
}
