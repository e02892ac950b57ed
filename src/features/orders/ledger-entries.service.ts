import type { OrderLine } from '../../shared/order-lines.ts';
import type { OrderRecord } from './orders.parts.ts';

/**
 * `stripe`: our money there. `film`, `addons`, `things`, `shipping`: what was sold. `discounts`, `membership`: what of it
 * was not paid. `owed`: received without being due, on its way back. `refunds`: given back. `disputed`: taken by a bank
 * that has not decided. `losses`: disputes that were lost. `pool`: what was put in for recipients, `held` while a bank
 * decides about it, `rewards` while it is ordered, `spent` once it was. `fees`: what contributors paid for their cards.
 * `trees`: paid to be planted. `memberships`: sold; `credit`: what of one that was given back pays its next periods.
 */
export const LEDGER_ACCOUNTS = [
  'stripe',
  'film',
  'addons',
  'things',
  'shipping',
  'discounts',
  'membership',
  'owed',
  'refunds',
  'disputed',
  'losses',
  'pool',
  'held',
  'rewards',
  'spent',
  'fees',
  'trees',
  'memberships',
  'credit',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export interface LedgerEntry {
  account: LedgerAccount;
  /** Above zero: debit. */
  amount: number;
}

/** What of an order took effect. */
export interface Effect {
  /** Value of films that was booked, with what membership covers. */
  counted: number;
  /** Received without being due. */
  excess: number;
}

/** The entries of an order that took effect. */
export function saleEntries(order: OrderRecord, { counted, excess }: Effect): LedgerEntry[] {
  const { film, discount, shipping, total } = order;
  const covered = Math.min(film.covered, counted);
  const cash = film.cash - excess;
  const discountOnFilm = film.due - film.cash;
  return balanced([
    { account: 'stripe', amount: total },
    { account: 'owed', amount: -excess },
    { account: 'film', amount: -counted },
    { account: 'membership', amount: covered },
    { account: 'addons', amount: -sumOf(order.lines, ({ id, kind }) => kind === 'addon' && id !== 'large') },
    { account: 'things', amount: -sumOf(order.lines, ({ kind }) => kind === 'thing') },
    { account: 'shipping', amount: -shipping },
    { account: 'discounts', amount: counted - covered - cash + (discount - discountOnFilm) },
  ]);
}

/** A payment that was not due at all. */
export function strayEntries(amount: number): LedgerEntry[] {
  return move('owed', 'stripe', amount);
}

/**
 * The entries of a membership's invoice.
 * @param total cents; below zero where the new plan costs less than is left of the old one
 * @param due cents of it that were charged; credit from earlier paid the rest
 */
export function membershipEntries(total: number, due: number): LedgerEntry[] {
  return balanced([
    { account: 'stripe', amount: due },
    { account: 'memberships', amount: -total },
    { account: 'credit', amount: total - due },
  ]);
}

/** Moves cents from one account to another. */
export function move(from: LedgerAccount, to: LedgerAccount, amount: number): LedgerEntry[] {
  return balanced([
    { account: to, amount },
    { account: from, amount: -amount },
  ]);
}

/** Leaves out zeros. Throws where entries don't add up to 0, which would be a bug. */
function balanced(entries: LedgerEntry[]): LedgerEntry[] {
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  if (sum !== 0 || entries.some(({ amount }) => !Number.isInteger(amount))) {
    throw new Error(`The entries of a posting add up to ${sum}, not 0`);
  }
  return entries.filter(({ amount }) => amount !== 0);
}

function sumOf(lines: readonly OrderLine[], counts: (line: OrderLine) => boolean): number {
  return lines.filter(counts).reduce((sum, { amount }) => sum + amount, 0);
}
