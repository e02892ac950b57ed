import { ADD_ONS, type AddOnId, addOnPrice, shippingFor } from './catalogue.ts';
import { duration } from './format.ts';
import type { OrderLine } from './order-lines.ts';
import { CURRENCY, type FilmPackage, type Packages, packageFor, priceFilm, SMALLEST_PAYMENT } from './pricing.ts';

export interface CartFacts {
  packages: Packages;
  /** Of the film, in seconds. */
  length: number;
  /** The film is not part of it. Default: it is. */
  isThingsOnly?: boolean | undefined;
  /** Films of this occasion within the smallest package are free. */
  isFree: boolean;
  /** Paid for this film before, in cents. */
  paid: number;
  /** Makes films up to the length of the largest package without paying for each. */
  isMember: boolean;
  /** Null for the package that fits. */
  packageId: FilmPackage['id'] | null;
  /** Package for what the film has of its makers' own; null for nothing. */
  needs: FilmPackage['id'] | null;
  addons: readonly { id: AddOnId; quantity: number }[];
  /** Of the buyer: ISO 3166-1 alpha-2. */
  country: string;
  /** Where parcels go. Default: to the buyer. */
  shipsTo?: string | undefined;
  /** Cents that a promo code takes off these lines; absent without a code. */
  discountOf?: ((due: readonly OrderLine[]) => number) | undefined;
}

/** A cart's lines and sums, in cents. Prices include tax. */
export interface CartPrice {
  lines: OrderLine[];
  /** What a code takes off. */
  discount: number;
  totals: {
    subtotal: number;
    discount: number;
    shipping: number;
    tax: number;
    credit: number;
    total: number;
    currency: typeof CURRENCY;
  };
  film: FilmPart;
}

/** The film's part of a cart. */
export interface FilmPart {
  /** What the event has paid for films once this is paid: the price of this film. */
  target: number;
  /** Of the target, what membership covers now. */
  covered: number;
  /** Of the target, what is still to pay, before a discount. */
  due: number;
  /** Of the due amount, what is to be paid in money. */
  cash: number;
}

/** Prices a cart. Pure: the studio, the checkout and the payment agree to the cent. */
export function priceCart(facts: CartFacts): CartPrice {
  const filmLines = facts.isThingsOnly ? [] : filmLinesOf(facts);
  const target = Math.max(0, sumOf(filmLines));
  const paid = Math.min(facts.paid, target);
  const covered = facts.isMember && !facts.isThingsOnly ? Math.max(0, Math.min(target, coveredValue(facts)) - paid) : 0;
  const lines = [...filmLines, ...(covered > 0 ? [membershipLine(covered)] : []), ...otherLines(facts)];
  const due = target - paid - covered;
  const others = sumOf(lines) - (target - covered);
  const parcels = facts.addons.filter(({ id }) => ADD_ONS[id].ships).reduce((sum, { quantity }) => sum + quantity, 0);
  const shipping = shippingFor(parcels, facts.shipsTo ?? facts.country);
  const discount = discountFor(facts, { due, lines, others, shipping });
  return {
    lines,
    discount,
    totals: {
      subtotal: sumOf(lines),
      discount,
      shipping,
      tax: 0,
      credit: paid,
      total: due + others + shipping - discount,
      currency: CURRENCY,
    },
    film: { target, covered, due, cash: due - Math.min(due, discount) },
  };
}

function filmLinesOf({ packages, length, isFree, packageId, needs, addons }: CartFacts): OrderLine[] {
  const isLarge = addons.some(({ id }) => id === 'large');
  const chosen = packageFor(packages, { length, packageId, needs });
  const { lines } = priceFilm(packages, { length, isFree, isLarge, packageId, needs, paid: 0 });
  return lines.map(({ id, label, amount }) => ({
    id,
    label: id === chosen.id && length > 0 ? `${chosen.name}, film of ${duration(length)}` : label,
    quantity: 1,
    unitAmount: amount,
    amount,
    kind: FILM_KINDS[id] ?? 'package',
  }));
}

const FILM_KINDS: Readonly<Record<string, OrderLine['kind']>> = { extra: 'extra', large: 'addon', free: 'occasion' };

function otherLines({ addons, country }: CartFacts): OrderLine[] {
  return addons
    .filter(({ id }) => id !== 'large')
    .map(({ id, quantity }) => {
      const unitAmount = addOnPrice(id, country);
      const { name, kind } = ADD_ONS[id];
      return { id, label: name, quantity, unitAmount, amount: quantity * unitAmount, kind };
    });
}

/** Membership covers what the largest package does; longer films cost the rest. */
function coveredValue({ packages, isFree }: CartFacts): number {
  const [smallest, , largest] = packages;
  return largest.amount - (isFree ? smallest.amount : 0);
}

function membershipLine(covered: number): OrderLine {
  return {
    id: 'membership',
    label: 'Included in your membership',
    quantity: 1,
    unitAmount: -covered,
    amount: -covered,
    kind: 'membership',
  };
}

interface Due {
  due: number;
  lines: readonly OrderLine[];
  others: number;
  shipping: number;
}

/** Never more than the goods cost; and no rest too small for a card. */
function discountFor({ discountOf }: CartFacts, { due, lines, others, shipping }: Due): number {
  if (!discountOf) return 0;
  const goods = due + others;
  const offered = discountOf([...(due > 0 ? dueLines(lines, due) : []), ...lines.filter(isOther)]);
  const discount = Math.max(0, Math.min(goods, Math.round(offered)));
  const rest = goods - discount + shipping;
  return rest > 0 && rest < SMALLEST_PAYMENT ? Math.min(goods, discount + rest) : discount;
}

/** The film's lines, reduced to what is still to pay for it: an upgrade is discounted by its difference only. */
function dueLines(lines: readonly OrderLine[], due: number): OrderLine[] {
  let left = due;
  return lines
    .filter((line) => !isOther(line) && line.amount > 0)
    .map((line) => {
      const amount = Math.min(left, line.amount);
      left -= amount;
      return { ...line, unitAmount: amount, amount };
    })
    .filter(({ amount }) => amount > 0);
}

function isOther({ id, kind }: OrderLine): boolean {
  return kind === 'thing' || (kind === 'addon' && id !== 'large');
}

function sumOf(lines: readonly { amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}
