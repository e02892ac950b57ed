/** The catalogue of packages and the pure rule that prices a film. Integer cents, US dollars. */

export const CURRENCY = 'USD';

export interface FilmPackage {
  id: 'essential' | 'plus' | 'premium';
  name: string;
  amount: number;
  /** Longest film it covers, in seconds. */
  covers: number;
}

export const PACKAGES: readonly [FilmPackage, FilmPackage, FilmPackage] = [
  { id: 'essential', name: 'Essential', amount: 500, covers: 5 * 60 },
  { id: 'plus', name: 'Plus', amount: 1200, covers: 20 * 60 },
  { id: 'premium', name: 'Premium', amount: 2400, covers: 60 * 60 },
];

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
export function priceFilm({ length, isFree, paid }: PriceInput): FilmPrice {
  const lines: PriceLine[] = [];
  const fitting = PACKAGES.find((each) => length <= each.covers);
  const chosen = fitting ?? PACKAGES[2];
  lines.push({ id: chosen.id, label: `${chosen.name}, up to ${chosen.covers / 60} min`, amount: chosen.amount });
  if (!fitting) {
    const stretches = Math.ceil((length - chosen.covers) / EXTRA.seconds);
    lines.push({ id: 'extra', label: `${stretches * 10} min more`, amount: stretches * EXTRA.amount });
  }
  if (isFree) lines.push({ id: 'free', label: 'Essential is free for this occasion', amount: -PACKAGES[0].amount });
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const credit = Math.min(paid, total);
  if (credit > 0) lines.push({ id: 'paid', label: 'Already paid', amount: -credit });
  return { amount: total - credit, currency: CURRENCY, lines };
}
