import { AppError } from '../../platform/errors.ts';
import { payments } from '../orders/payments.parts.ts';
import { bookRefund } from './book-returns.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';

interface ThingsRefund {
  paymentId: string;
  /** Cents. */
  amount: number;
  /** The same key refunds once, however late it is repeated. */
  key: string;
}

/**
 * Gives back what was paid for things, by Stripe, and books it. At most what is left of the payment: somebody may have
 * given it back at Stripe. Answers the cents that went back. PROVIDER_DOWN; idempotent.
 */
export async function refundThings({ paymentId, amount, key }: ThingsRefund): Promise<number> {
  if (paymentId.startsWith('cart:') || amount === 0) return 0;
  const payment = await PaymentModel.findById(paymentId).lean<StoredPayment>();
  const { paymentIntent, received } = payment ?? {};
  if (!paymentIntent || !received) {
    throw new AppError('WRONG_STATE', { message: 'There is no such payment.', cause: paymentId });
  }
  // Stripe forgets keys after a day, so its list decides what was given back.
  const known = await payments().refundsOf(paymentIntent);
  const earlier = known.find((refund) => refund.key === key);
  const gone = [
    ...known.filter(({ isGood }) => isGood),
    ...(payment?.disputes ?? []).filter(({ status }) => status !== 'won'),
  ].reduce((sum, each) => sum + each.amount, 0);
  const left = Math.min(amount, received.amount - gone);
  if (!earlier && left <= 0) return 0;
  const refund = earlier ?? (await payments().refund({ paymentIntent, amount: left, key, why: 'unsent' }));
  await bookRefund(refund, payments());
  return refund.amount;
}
