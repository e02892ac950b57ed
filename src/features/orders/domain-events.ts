import { domainEvent } from '../../platform/domain-events.ts';
import type { OrderRecord } from './orders.parts.ts';

/** An order that took effect: its money arrived, or it cost nothing. */
export interface SettledOrder {
  /** Stripe's checkout session, or `cart:ID` for an order of $0. */
  paymentId: string;
  /** Stripe's payment intent; null for an order of $0. */
  paymentIntent: string | null;
  /** Last four digits of the card; null for another way to pay, or when Stripe did not tell. */
  cardLast4: string | null;
  /** Cents of tax in the total. Default: none. */
  tax?: number;
  order: OrderRecord;
  paidAt: Date;
}

/** Money of a settled order that went back, or came back after all. */
export interface ReturnedMoney {
  /** Stripe's refund or dispute: with `status`, the key to handle it once. */
  id: string;
  reason: 'refund' | 'dispute';
  /** `failed`: a refund that the bank did not take; the money stays with us. */
  status: 'returned' | 'failed';
  /** Cents of this refund or dispute. */
  amount: number;
  /** Cents that went back in all, this one included. */
  returned: number;
  paymentId: string;
  paymentIntent: string | null;
  cardLast4: string | null;
  /** As in `SettledOrder`. */
  tax?: number;
  order: OrderRecord;
  at: Date;
}

/**
 * Emitted at least once for each settled order, before it counts as done: handle it idempotently, by `paymentId`. An
 * error of a handler repeats the whole, with the vendor's next webhook or by the rescue. Not emitted for a payment that
 * went back whole, because it was not due.
 */
export const orderSettled = domainEvent<SettledOrder>('order settled');

/** The same for a refund or a lost dispute of a settled order, by `id` and `status`. */
export const moneyReturned = domainEvent<ReturnedMoney>('money returned');
