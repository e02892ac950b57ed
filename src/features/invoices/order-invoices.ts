import type { ReturnedMoney, SettledOrder } from '../orders/domain-events.ts';
import { type Billed, isIssued, issueCredit, issueInvoice } from './invoices.service.ts';

/** Makes out the invoice of a settled order; none for an order of $0. */
export async function billOrder({ paymentId, cardLast4, order, paidAt }: SettledOrder): Promise<void> {
  const { userId, eventId, total, currency } = order;
  if (total <= 0) return;
  const lines = order.lines.map(({ label, quantity, amount }) => ({ label, quantity, amount }));
  const add = (label: string, amount: number) => amount !== 0 && lines.push({ label, quantity: 1, amount });
  add('Shipping', order.shipping);
  add(order.promoCode ? `Promo code ${order.promoCode}` : 'Discount', -order.discount);
  add('Paid before', -order.credit);
  const source = `payment:${paymentId}`;
  await issueInvoice({ source, userId, eventId, lines, tax: 0, total, currency, cardLast4, paidAt });
}

/** Makes out a credit note for a refund; and an invoice again for a refund that failed. A lost dispute gets neither. */
export async function creditRefund(returned: ReturnedMoney): Promise<void> {
  const { id, reason, status, amount, paymentId, cardLast4, order, at } = returned;
  if (reason !== 'refund') return;
  const invoice = `payment:${paymentId}`;
  const credit = `refund:${id}`;
  const { userId, eventId, currency } = order;
  const billed: Omit<Billed, 'source' | 'lines' | 'total'> = {
    userId,
    eventId,
    tax: 0,
    currency,
    cardLast4,
    paidAt: at,
  };
  if (status === 'returned') {
    // The invoice comes first, even if its own event is still to be repeated.
    await billOrder({ paymentId, paymentIntent: returned.paymentIntent, cardLast4, order, paidAt: at });
    const lines = [{ label: 'Refund', quantity: 1, amount: -amount }];
    return issueCredit({ ...billed, source: credit, lines, total: -amount }, invoice);
  }
  if (!(await isIssued(credit))) return;
  const lines = [{ label: 'Refund that the bank didn’t take', quantity: 1, amount }];
  await issueInvoice({ ...billed, source: `refund-failed:${id}`, lines, total: amount });
}
