/** The packages and the pure function that prices a film. Integer cents, US dollars. */

export const CURRENCY = 'USD';

/** Smallest to largest. */
export const PACKAGE_IDS = ['essential', 'plus', 'premium'] as const;

export interface FilmPackage {
  id: (typeof PACKAGE_IDS)[number];
  name: string;
  amount: number;
  /** Maximum length of the film, in seconds. */
  covers: number;
}

/** What each package has besides its length, in a few words. */
export const PACKAGE_WORDS: Readonly<Record<FilmPackage['id'], string>> = {
  essential: '1080p, captions, chapters',
  plus: 'Everything in Essential, your own music',
  premium: 'Everything in Plus, 4K, your own theme',
};

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

/** What makers bring to a film themselves, and the smallest package that has it. */
const OWN_PARTS = { song: 'plus', theme: 'premium' } as const satisfies Record<string, FilmPackage['id']>;
export type OwnPart = keyof typeof OWN_PARTS;

/** The smallest package for what a film has of its makers' own; null if there is nothing. */
export function neededPackage(film: { hasOwnSong: boolean; hasOwnTheme: boolean }): FilmPackage['id'] | null {
  if (film.hasOwnTheme) return OWN_PARTS.theme;
  return film.hasOwnSong ? OWN_PARTS.song : null;
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
  /** See `neededPackage`. Default: null. */
  needs?: FilmPackage['id'] | null;
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

/** Cents that each of the makers' own parts adds to what is to pay now. */
export function ownPartPrices(packages: Packages, input: PriceInput): Record<OwnPart, number> {
  const { amount } = priceFilm(packages, input);
  const more = (packageId: FilmPackage['id']) => priceFilm(packages, { ...input, packageId }).amount - amount;
  return { song: more(OWN_PARTS.song), theme: more(OWN_PARTS.theme) };
}

/** The part because of which a film needs more than its length does; null for none. */
export function decidingPart(
  packages: Packages,
  { length, needs }: Pick<PriceInput, 'length' | 'needs'>,
): OwnPart | null {
  const needed = packages.find(({ id }) => id === needs);
  if (!needed || needed.covers <= fittingPackage(packages, length).covers) return null;
  return needed.id === OWN_PARTS.theme ? 'theme' : 'song';
}

/** The smallest package for a film of this length: the largest for longer ones, which cost extra. */
function fittingPackage(packages: Packages, length: number): FilmPackage {
  return packages.find(({ covers }) => length <= covers) ?? packages[2];
}

/** The chosen package, unless the film has outgrown it or has what only a larger one does. */
export function packageFor(
  packages: Packages,
  { length, packageId, needs }: Pick<PriceInput, 'length' | 'packageId' | 'needs'>,
): FilmPackage {
  const wanted = packages.filter(({ id }) => id === packageId || id === needs);
  return [fittingPackage(packages, length), ...wanted].reduce((most, each) =>
    each.covers > most.covers ? each : most,
  );
}

function linesOf(packages: Packages, input: PriceInput): PriceLine[] {
  const { length, isFree, paid, isLarge } = input;
  const lines: PriceLine[] = [];
  const [smallest] = packages;
  const chosen = packageFor(packages, input);
  const part = chosen.id === input.needs ? decidingPart(packages, input) : null;
  const why = part ? `with your own ${part}` : `up to ${chosen.covers / 60} min`;
  lines.push({ id: chosen.id, label: `${chosen.name}, ${why}`, amount: chosen.amount });
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
