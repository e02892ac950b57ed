import { payments } from '../orders/payments.parts.ts';

/** What went back of a payment, as Stripe knows it. `taken`: cents of it, with what banks have not decided. */
export async function returnsOf(paymentIntent: string) {
  const [refunds, disputes] = await Promise.all([
    payments().refundsOf(paymentIntent),
    payments().disputesOf(paymentIntent),
  ]);
  const gone = [...refunds.filter(({ isGood }) => isGood), ...disputes.filter(({ status }) => status !== 'won')];
  return { refunds, disputes, taken: gone.reduce((sum, { amount }) => sum + amount, 0) };
}
