/** What a promo code takes off a price. Pure; integer cents. */

import type { OrderLine } from './order-lines.ts';

export const PROMO_KINDS = ['percent', 'amount', 'package'] as const;
export type PromoKind = (typeof PROMO_KINDS)[number];

/**
 * Limits of codes. `usesMax`: of one code, in all; `earnedPercent`, `earnedDays`: a contributor's code; `checks`: of
 * codes by one account and one IP address within `window` seconds; `answerAfter`: milliseconds until any answer.
 */
export const PROMO = {
  usesMax: 10_000,
  earnedPercent: 20,
  earnedDays: 365,
  checks: { perAccount: 30, perAddress: 300, window: 600 },
  answerAfter: 120,
} as const;

/** Why a code is refused. `unknown` also stands for expired codes and those of others. */
export type PromoRefusal = 'unknown' | 'usedUp' | 'notOnThisFilm';

/** A valid code. */
export interface Offer {
  valid: true;
  code: string;
  kind: PromoKind;
  /** Percent or cents; 0 for a package. */
  value: number;
  label: string;
  /** Packages it is good for; empty for all. For kind `package`, those it pays for. */
  packages: readonly string[];
}

/** A line of a price, as far as codes need it. */
export interface PricedLine {
  id: string;
  /** The film costs a `package`, `extra` for length beyond it, and its 4K; codes take nothing off other lines. */
  kind: OrderLine['kind'];
  /** Cents. */
  amount: number;
}

/** Cents off these lines: never more than the film costs, and 0 for a package that the code is not good for. */
export function discountOf(
  { kind, value, packages }: Pick<Offer, 'kind' | 'value' | 'packages'>,
  lines: readonly PricedLine[],
): number {
  const chosen = lines.find((line) => line.kind === 'package');
  const isFit = packages.length === 0 || (chosen !== undefined && packages.includes(chosen.id));
  if (!isFit) return 0;
  const film = lines.filter(isOfFilm).reduce((sum, { amount }) => sum + amount, 0);
  const off = { percent: (film * value) / 100, amount: value, package: chosen?.amount ?? 0 }[kind];
  return Math.max(0, Math.min(film, Math.round(off)));
}

function isOfFilm({ id, kind }: PricedLine): boolean {
  return kind === 'package' || kind === 'extra' || id === 'large';
}

const REFUSED: Record<PromoRefusal, string> = {
  unknown: 'We don’t know this code. Check the spelling, or leave it out.',
  usedUp: 'This code has been used up.',
  notOnThisFilm: 'This code isn’t for this film.',
};

/** A sentence for people. */
export function promoRefusedWords(reason: PromoRefusal): string {
  return REFUSED[reason];
}

interface IdleOffer {
  /** Cents that the film still costs. */
  due: number;
  /** Names of packages that the code is for; only those that the film fits, if there are any. */
  names: readonly string[];
  /** The film fits one of them. */
  fits: boolean;
  /** Name of the smallest package for the film. */
  fitting: string;
}

/** Why a good code takes nothing off. */
export function promoIdleWords({ due, names, fits, fitting }: IdleOffer): string {
  if (due === 0) return 'The film has nothing left to pay, and codes take nothing off the rest.';
  const packages = names.join(' or ');
  return fits
    ? `This code is for ${packages}. Choose ${names.length === 1 ? 'that' : 'one of them'} above to use it.`
    : `This code is for ${packages}, and this film needs ${fitting}.`;
}

/** A code as it is stored: people type spaces, small letters and long dashes. */
export function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\u00ad\u200b-\u200f]+/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .toUpperCase();
}
