import type { Dispute, Refund } from '../../integrations/stripe.ts';
import type { SubscriptionInvoice } from '../../integrations/stripe-subscriptions.ts';
import { countUp } from '../../platform/tally.ts';
import { post } from '../orders/ledger.service.ts';
import { type LedgerEntry, membershipEntries, move } from '../orders/ledger-entries.service.ts';
import { sourceOf } from './source-of.ts';

type Invoice = Pick<SubscriptionInvoice, 'id' | 'currency'>;

/** Posts a paid invoice of a membership. Idempotent, as all of these. */
export async function postInvoice(invoice: SubscriptionInvoice): Promise<void> {
  if (!invoice.isPaid) return;
  const isNew = await postFor(invoice, sourceOf(invoice.id), membershipEntries(invoice.total, invoice.due));
  if (isNew) countUp('paid', invoice.due);
}

export async function postRefund(invoice: Invoice, { id, amount, isGood }: Refund): Promise<void> {
  await postFor(invoice, `refund:${id}`, move('stripe', 'refunds', amount));
  if (!isGood) await postFor(invoice, `refund-failed:${id}`, move('refunds', 'stripe', amount));
}

/** @param status as it is stored: one that was decided stays so */
export async function postDispute(
  invoice: Invoice,
  { id, amount }: Pick<Dispute, 'id' | 'amount'>,
  status: Dispute['status'],
): Promise<void> {
  await postFor(invoice, `dispute:${id}`, move('stripe', 'disputed', amount));
  if (status === 'open') return;
  await postFor(invoice, `dispute-over:${id}`, move('disputed', status === 'won' ? 'stripe' : 'losses', amount));
}

function postFor({ id, currency }: Invoice, key: string, entries: LedgerEntry[]): Promise<boolean> {
  return post({ key, eventId: null, paymentId: sourceOf(id), currency, entries });
}
