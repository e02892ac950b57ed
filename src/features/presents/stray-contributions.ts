import type { Payment } from '../../integrations/stripe.ts';
import { platform } from '../../platform/platform.ts';
import { balancesOf, post } from '../orders/ledger.service.ts';
import { type LedgerEntry, move, strayEntries } from '../orders/ledger-entries.service.ts';
import { payments } from '../orders/payments.parts.ts';
import { noteStuckRefund, unlessRefused } from '../orders/stuck-refunds.service.ts';
import { returnsOf } from './returns-of.ts';

/** Gives back money that was not due, as far as nobody else has: in the ledger it passes through. Idempotent. */
export async function giveBackStray({ id, eventId, amount, currency, paymentIntent }: Payment): Promise<void> {
  const postAs = (key: string, entries: LedgerEntry[]) => post({ key, eventId, paymentId: id, currency, entries });
  await postAs(`payment:${id}`, strayEntries(amount));
  const { log } = platform();
  if (!paymentIntent) return log.error({ payment: id }, 'a contribution to refund names no payment intent');
  const { refunds, disputes, taken } = await returnsOf(paymentIntent);
  for (const refund of refunds) {
    await postAs(`refund:${refund.id}`, move('stripe', 'owed', refund.amount));
    if (!refund.isGood) await postAs(`refund-failed:${refund.id}`, move('owed', 'stripe', refund.amount));
  }
  for (const dispute of disputes) {
    await postAs(`dispute:${dispute.id}`, move('stripe', 'disputed', dispute.amount));
    const to = dispute.status === 'won' ? 'stripe' : 'owed';
    if (dispute.status !== 'open') await postAs(`dispute-over:${dispute.id}`, move('disputed', to, dispute.amount));
  }
  const left = amount - taken;
  if (left <= 0 || refunds.some(({ isExcess, isGood }) => isExcess && !isGood)) return;
  log.warn({ payment: id, amount: left }, 'a contribution is refunded, as it can’t be taken any more');
  const wanted = { paymentIntent, amount: left, key: `not-due:${id}`, why: 'not-due' as const };
  const refund = await unlessRefused(() => payments().refund(wanted));
  if (refund) {
    await postAs(`refund:${refund.id}`, move('stripe', 'owed', refund.amount));
    return;
  }
  const of = { paymentId: id, eventId, userId: null };
  await noteStuckRefund({ id: `not-due:${id}`, ...of, amount: left, currency, why: 'refused' });
}

/** Whether all of a payment that was not due has gone back. */
export async function isStrayReturned(paymentId: string): Promise<boolean> {
  const { owed } = await balancesOf(paymentId);
  return owed === 0;
}
