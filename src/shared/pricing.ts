/** The catalogue of packages and the pure rule that prices a film. Integer cents, US dollars. */

export const CURRENCY = 'USD';

export interface FilmPackage {
  id: 'essential' | 'plus' | 'premium';
  name: string;
  amount: number;
  /** Longest film it covers, in seconds. */
  covers: number;
}

/** From the smallest to the largest. */
export type Packages = readonly [FilmPackage, FilmPackage, FilmPackage];

const PLUS: FilmPackage = { id: 'plus', name: 'Plus', amount: 1200, covers: 20 * 60 };
const PREMIUM: FilmPackage = { id: 'premium', name: 'Premium', amount: 2400, covers: 60 * 60 };

/** The least that a card can be charged. */
const SMALLEST_PAYMENT = 50;

/**
 * What the smallest package may cost. It is chosen by configuration; a larger one then costs at least one payment more, as
 * whoever needs it later pays the difference.
 */
export const FILM_PRICE = {
  usual: 500,
  least: SMALLEST_PAYMENT,
  most: PLUS.amount - SMALLEST_PAYMENT,
} as const;

/** The one catalogue, for what is shown and what is charged. @param filmPrice of the smallest package, in cents */
export function packagesFrom(filmPrice: number): Packages {
  return [{ id: 'essential', name: 'Essential', amount: filmPrice, covers: 5 * 60 }, PLUS, PREMIUM];
}

/** What each started stretch beyond the largest package costs. */
export const EXTRA = { amount: 300, seconds: 10 * 60 } as const;

export interface PriceLine {
  id: string;
  label: string;
  amount: number;
}

export interface FilmPrice {
  /** What is still to pay. */
  amount: number;
  currency: typeof CURRENCY;
  lines: PriceLine[];
  /** The next smaller package, where a shorter film would cost less: how long it may be, and what would be to pay. */
  smaller: { name: string; covers: number; amount: number } | null;
}

export interface PriceInput {
  /** Length of the film, in seconds. */
  length: number;
  /** The occasion's films are free as long as Essential covers them. */
  isFree: boolean;
  /** Already paid for this event, in cents: a longer film costs only the difference. */
  paid: number;
}

/** What a film of this length costs now. An empty film is priced as the smallest package, so that the price is known from the start. */
export function priceFilm(packages: Packages, input: PriceInput): FilmPrice {
  const lines = linesOf(packages, input);
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const shorter = packages.findLast(({ covers }) => covers < input.length);
  const less = shorter ? priceFilm(packages, { ...input, length: shorter.covers }).amount : amount;
  const smaller = shorter && less < amount ? { name: shorter.name, covers: shorter.covers, amount: less } : null;
  return { amount, currency: CURRENCY, lines, smaller };
}

function linesOf(packages: Packages, { length, isFree, paid }: PriceInput): PriceLine[] {
  const lines: PriceLine[] = [];
  const [smallest, , largest] = packages;
  const fitting = packages.find((each) => length <= each.covers);
  const chosen = fitting ?? largest;
  lines.push({ id: chosen.id, label: `${chosen.name}, up to ${chosen.covers / 60} min`, amount: chosen.amount });
  if (!fitting) {
    const stretches = Math.ceil((length - chosen.covers) / EXTRA.seconds);
    lines.push({ id: 'extra', label: `${stretches * 10} min more`, amount: stretches * EXTRA.amount });
  }
  if (isFree) lines.push({ id: 'free', label: 'Essential is free for this occasion', amount: -smallest.amount });
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const credit = Math.min(paid, total);
  if (credit > 0) lines.push({ id: 'paid', label: 'Already paid', amount: -credit });
  return lines;
}
