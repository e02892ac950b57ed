import type { Payments, Refund } from '../../integrations/stripe.ts';
import { platform } from '../../platform/platform.ts';
import { noteStuckRefund, unlessRefused } from '../orders/stuck-refunds.service.ts';
import { addDispute, addRefund, stillOwed } from './note-returns.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';
import { inWords, takenOf, tell } from './returned-money.ts';

/**
 * Gives back what of a payment was not due and is still with us: staff or a bank may have given it back before. What a bank
 * has not decided about waits for it, and what Stripe refuses waits for staff. Idempotent.
 * @param isAsked whether it was what we asked for, so paid twice
 */
export async function returnExcess(id: string, isAsked: boolean, provider: Payments): Promise<void> {
  const payment = await PaymentModel.findById(id).lean<StoredPayment>();
  if (!payment?.excess) return;
  const { paymentIntent } = payment;
  const { log } = platform();
  if (!paymentIntent) {
    log.error({ payment: id }, 'a payment that is to be refunded names no payment intent');
    return;
  }
  const add = async (refund: Refund): Promise<void> => {
    await addRefund(payment, refund);
    if (!refund.isExcess || !refund.isGood) return;
    const why = isAsked ? 'The film was paid for already' : 'A payment was not what we asked for';
    const what = `${why}, so ${inWords(payment, refund.amount)} is on its way back to you.`;
    await tell(payment, `${refund.id}:not-due`, what);
  };
  for (let refused = 0; ; ) {
    // What Stripe knows and nobody told us: ours first, which can only be of what was not due.
    const refunds = await provider.refundsOf(paymentIntent);
    for (const refund of refunds.filter(({ isExcess }) => isExcess)) await add(refund);
    for (const refund of refunds.filter(({ isExcess }) => !isExcess)) await add(refund);
    for (const dispute of await provider.disputesOf(paymentIntent)) await addDispute(payment, dispute);
    const { amount, tries } = await leftOf(id);
    if (amount <= 0) return;
    // Asked again only where somebody else gave a part back meanwhile.
    if (amount === refused) return stuck(payment, amount);
    log.warn({ payment: id, amount, isAsked }, 'a payment is refunded, as it was not due');
    const key = `not-due:${id}${tries === 0 ? '' : `:${tries}`}`;
    const refund = await unlessRefused(() => provider.refund({ paymentIntent, amount, key, why: 'not-due' }));
    if (refund) return add(refund);
    refused = amount;
  }
}

/** Cents that can go back now, and how often we gave some back; 0 cents where the bank did not take it. */
async function leftOf(id: string): Promise<{ amount: number; tries: number }> {
  const now = await PaymentModel.findById(id).lean<StoredPayment>();
  const ours = now?.refunds.filter(({ isExcess }) => isExcess) ?? [];
  if (!now || ours.some(({ isGood }) => !isGood)) return { amount: 0, tries: ours.length };
  const open = now.disputes.filter(({ status }) => status === 'open').reduce((sum, { amount }) => sum + amount, 0);
  const left = (now.received?.amount ?? 0) - takenOf(now) - open;
  return { amount: Math.min(stillOwed(now), left), tries: ours.length };
}

function stuck({ _id, eventId, userId, received }: StoredPayment, amount: number): Promise<void> {
  const of = { paymentId: _id, eventId: String(eventId), userId: String(userId) };
  return noteStuckRefund({
    id: `not-due:${_id}`,
    ...of,
    amount,
    currency: received?.currency ?? 'usd',
    why: 'refused',
  });
}
