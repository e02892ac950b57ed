import type { ReturnedMoney, SettledOrder } from '../orders/domain-events.ts';
import type { OrderRecord } from '../orders/orders.parts.ts';
import { type Billed, creditRefundOf, issueInvoice } from './invoices.service.ts';

/** Makes out the invoice of a settled order; none for an order of $0. */
export async function billOrder({ paymentId, cardLast4, tax = 0, order, paidAt }: SettledOrder): Promise<void> {
  const { userId, eventId, total, currency } = order;
  if (total <= 0) return;
  const source = sourceOf(paymentId);
  const lines = billedLines(order);
  await issueInvoice({ source, userId, eventId, lines, tax, total, currency, cardLast4, paidAt });
}

/** What was sold, as it is billed: shipping, discount and what was paid before are lines, too. */
export function billedLines(order: OrderRecord): Billed['lines'] {
  const lines = order.lines.map(({ label, quantity, amount }) => ({ label, quantity, amount }));
  const add = (label: string, amount: number) => amount !== 0 && lines.push({ label, quantity: 1, amount });
  add('Shipping', order.shipping);
  add(order.promoCode ? `Promo code ${order.promoCode}` : 'Discount', -order.discount);
  add('Paid before', -order.credit);
  return lines;
}

/** Makes out a credit note for a refund; and an invoice again for a refund that failed. A lost dispute gets neither. */
export async function creditRefund(returned: ReturnedMoney): Promise<void> {
  const { id, reason, status, amount, paymentId, paymentIntent, cardLast4, tax = 0, order, at } = returned;
  if (reason !== 'refund') return;
  const isFailed = status === 'failed';
  // The invoice comes first, even if its own event is still to be repeated.
  if (!isFailed) await billOrder({ paymentId, paymentIntent, cardLast4, tax, order, paidAt: at });
  await creditRefundOf(sourceOf(paymentId), { id, amount, isFailed, at });
}

function sourceOf(paymentId: string): string {
  return `payment:${paymentId}`;
}
