import { platform } from '../../platform/platform.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import { priceFilm } from '../../shared/pricing.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { paidFor } from '../orders/orders.service.ts';
import type { StoredFilm } from './film.model.ts';

/** What a film costs in all, whatever was paid already. */
export interface FilmBill {
  /** Seconds of clips that the price is for. */
  length: number;
  /** Cents. */
  amount: number;
  /** Whether the occasion was one whose films are free. */
  isFree: boolean;
}

type Payable = Pick<EventRecord, 'id' | 'occasion'>;
type Billed = Pick<StoredFilm, 'length' | 'bill'>;

/** The bill for a film with this many seconds of clips. */
export function billFor(event: Pick<Payable, 'occasion'>, length: number): FilmBill {
  const isFree = OCCASIONS[event.occasion].isFree;
  const { packages } = platform().config.facts;
  return { length, isFree, amount: priceFilm(packages, { length, isFree, paid: 0 }).amount };
}

/** Seconds that both cards lasted in films from before bills were kept. */
const EARLIER_CARDS = 7.6;

/** Cents still to pay before a film that is made may be given or saved: after leaving a free occasion, a refund or a lost dispute. */
export async function filmDue(film: Billed, event: Payable): Promise<number> {
  return stillDue(event, filmPrice(film, event));
}

/** Cents that a film which is made costs in all. A price that was raised since asks nothing more for it. */
export function filmPrice(film: Billed, event: Pick<Payable, 'occasion'>): number {
  const { bill } = film;
  const now = billFor(event, bill?.length ?? Math.max(0, film.length - EARLIER_CARDS));
  return bill?.isFree === now.isFree ? bill.amount : now.amount;
}

/** What of a price is still to pay, in cents. */
export async function stillDue({ id }: Pick<EventRecord, 'id'>, amount: number): Promise<number> {
  return amount === 0 ? 0 : Math.max(0, amount - (await paidFor(id)));
}
