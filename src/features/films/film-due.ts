import { platform } from '../../platform/platform.ts';
import type { FilmShape } from '../../shared/film-shapes.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import { type FilmPackage, priceFilm } from '../../shared/pricing.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { paidFor } from '../orders/orders.service.ts';
import type { StoredFilm } from './film.model.ts';

/** Price of a film, regardless of payments. */
export interface FilmBill {
  /** Seconds of clips in the price. */
  length: number;
  /** Cents. */
  amount: number;
  /** Whether films of the occasion were free. */
  isFree: boolean;
  /** Package for what it has of its makers' own; null for nothing. */
  needs: FilmPackage['id'] | null;
}

type Payable = Pick<EventRecord, 'id' | 'occasion'>;
type Billed = Pick<StoredFilm, 'length' | 'bill' | 'shape'>;

/** The bill for a film with this many seconds of clips. @param shape only 4K costs more */
export function billFor(
  event: Pick<Payable, 'occasion'>,
  { length, needs }: Pick<FilmBill, 'length' | 'needs'>,
  shape: FilmShape | null,
): FilmBill {
  const isFree = OCCASIONS[event.occasion].isFree;
  const { packages } = platform().config.facts;
  return {
    length,
    isFree,
    needs,
    amount: priceFilm(packages, { length, isFree, needs, paid: 0, isLarge: shape === 'large' }).amount,
  };
}

/** Length of both cards in older films without a bill, in seconds. */
const EARLIER_CARDS = 7.6;

/**
 * Cents due before an existing film may be delivered or downloaded: after a change of occasion, a refund or a lost
 * dispute.
 */
export async function filmDue(film: Billed, event: Payable): Promise<number> {
  return stillDue(event, filmPrice(film, event));
}

/** Price of an existing film, in cents. Later price increases don't apply. */
export function filmPrice(film: Billed, event: Pick<Payable, 'occasion'>): number {
  const { bill } = film;
  const made = { length: bill?.length ?? Math.max(0, film.length - EARLIER_CARDS), needs: bill?.needs ?? null };
  const now = billFor(event, made, film.shape ?? null);
  return bill?.isFree === now.isFree ? bill.amount : now.amount;
}

/** The part of a price that is not paid, in cents. */
export async function stillDue(event: Pick<EventRecord, 'id'>, amount: number): Promise<number> {
  return amount === 0 ? 0 : Math.max(0, amount - (await paidFor(event)));
}
