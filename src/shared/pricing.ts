/** The packages and the pure function that prices a film. Integer cents, US dollars. */

export const CURRENCY = 'USD';

export interface FilmPackage {
  id: 'essential' | 'plus' | 'premium';
  name: string;
  amount: number;
  /** Maximum length of the film, in seconds. */
  covers: number;
}

/** Smallest to largest. */
export type Packages = readonly [FilmPackage, FilmPackage, FilmPackage];

const PLUS: FilmPackage = { id: 'plus', name: 'Plus', amount: 1200, covers: 20 * 60 };
const PREMIUM: FilmPackage = { id: 'premium', name: 'Premium', amount: 2400, covers: 60 * 60 };

/** Minimum card payment. */
export const SMALLEST_PAYMENT = 50;

/**
 * Bounds of the configured price of the smallest package. Larger packages cost at least one minimum payment more,
 * because upgrading pays the difference.
 */
export const FILM_PRICE = {
  usual: 500,
  least: SMALLEST_PAYMENT,
  most: PLUS.amount - SMALLEST_PAYMENT,
} as const;

/** The catalogue for display and payment. @param filmPrice of the smallest package, in cents */
export function packagesFrom(filmPrice: number): Packages {
  return [{ id: 'essential', name: 'Essential', amount: filmPrice, covers: 5 * 60 }, PLUS, PREMIUM];
}

/** A film in 4K; part of the largest package. */
export const LARGE_FILM = 500;

/** Price of each started block beyond the largest package. */
export const EXTRA = { amount: 300, seconds: 10 * 60 } as const;

export interface PriceLine {
  id: string;
  label: string;
  amount: number;
}

export interface FilmPrice {
  /** Amount still to pay. */
  amount: number;
  currency: typeof CURRENCY;
  lines: PriceLine[];
  /** The next smaller package, if a shorter film would cost less: its maximum length and the price. */
  smaller: { name: string; covers: number; amount: number } | null;
}

export interface PriceInput {
  /** In seconds. */
  length: number;
  /** Films of this occasion within the Essential package are free. */
  isFree: boolean;
  /** Already paid for this event, in cents; a longer film costs the difference. */
  paid: number;
  /** In 4K. */
  isLarge?: boolean;
  /** Chosen; the fitting one if that is larger. Default: the fitting one. */
  packageId?: FilmPackage['id'] | null;
}

/**
 * Price of a film of this length now. An empty film costs the smallest package, so that the price is known from the
 * start.
 */
export function priceFilm(packages: Packages, input: PriceInput): FilmPrice {
  const lines = linesOf(packages, input);
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const shorter = packages.findLast(({ covers }) => covers < input.length);
  const less = shorter ? priceFilm(packages, { ...input, length: shorter.covers }).amount : amount;
  const smaller = shorter && less < amount ? { name: shorter.name, covers: shorter.covers, amount: less } : null;
  return { amount, currency: CURRENCY, lines, smaller };
}

/** The smallest package for a film of this length: the largest for longer ones, which cost extra. */
export function fittingPackage(packages: Packages, length: number): FilmPackage {
  return packages.find(({ covers }) => length <= covers) ?? packages[2];
}

/** The chosen package, unless the film has outgrown it. */
export function packageFor(packages: Packages, { length, packageId }: Pick<PriceInput, 'length' | 'packageId'>) {
  const fitting = fittingPackage(packages, length);
  const chosen = packages.find(({ id }) => id === packageId);
  return chosen && chosen.covers > fitting.covers ? chosen : fitting;
}

function linesOf(packages: Packages, input: PriceInput): PriceLine[] {
  const { length, isFree, paid, isLarge } = input;
  const lines: PriceLine[] = [];
  const [smallest] = packages;
  const chosen = packageFor(packages, input);
  lines.push({ id: chosen.id, label: `${chosen.name}, up to ${chosen.covers / 60} min`, amount: chosen.amount });
  if (length > chosen.covers) {
    const stretches = Math.ceil((length - chosen.covers) / EXTRA.seconds);
    lines.push({ id: 'extra', label: `${stretches * 10} min more`, amount: stretches * EXTRA.amount });
  }
  if (isLarge && chosen.id !== 'premium') lines.push({ id: 'large', label: '4K', amount: LARGE_FILM });
  if (isFree) lines.push({ id: 'free', label: 'Essential is free for this occasion', amount: -smallest.amount });
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const credit = Math.min(paid, total);
  if (credit > 0) lines.push({ id: 'paid', label: 'Already paid', amount: -credit });
  return lines;
}
