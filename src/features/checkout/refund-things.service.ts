import type { Dispute, Refund } from '../../integrations/stripe.ts';
import { AppError } from '../../platform/errors.ts';
import { payments } from '../orders/payments.parts.ts';
import { findOrder } from '../orders/place-order.service.ts';
import { noteStuckRefund, unlessRefused } from '../orders/stuck-refunds.service.ts';
import { bookRefund } from './book-returns.ts';
import { soldIn } from './note-returns.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';

interface ThingsRefund {
  paymentId: string;
  /** Cents. */
  amount: number;
  /** Cents of things of the same order that stay bought. */
  kept: number;
  /** The same key refunds once, however late it is repeated. */
  key: string;
}

type Returns = {
  refunds: readonly Pick<Refund, 'id' | 'amount' | 'isGood' | 'isExcess'>[];
  disputes: readonly Pick<Dispute, 'id' | 'amount' | 'status'>[];
};

/**
 * Gives back what was paid for things, by Stripe, and books it. At most what is left of what was paid beside the film:
 * somebody may have given it back before. What Stripe refuses waits for staff. Answers false while a bank decides about
 * the payment. PROVIDER_DOWN; idempotent.
 */
export async function refundThings({ paymentId, amount, kept, key }: ThingsRefund): Promise<boolean> {
  if (paymentId.startsWith('cart:') || amount === 0) return true;
  const payment = await PaymentModel.findById(paymentId).lean<StoredPayment>();
  const { paymentIntent, received } = payment ?? {};
  if (!payment || !paymentIntent || !received) {
    throw new AppError('WRONG_STATE', { message: 'There is no such payment.', cause: paymentId });
  }
  // Stripe forgets keys after a day, so its list decides what was given back.
  const [refunds, disputes] = await Promise.all([
    payments().refundsOf(paymentIntent),
    payments().disputesOf(paymentIntent),
  ]);
  const earlier = refunds.find((refund) => refund.key === key);
  if (!earlier && disputes.some(({ status }) => status === 'open')) return false;
  const order = payment.orderId ? await findOrder(payment.orderId) : null;
  const paid = order ? order.total - order.film.cash : received.amount;
  const left = Math.min(amount, paid - kept - soldBack(payment, { refunds, disputes }));
  if (!earlier && left <= 0) return true;
  const refund =
    earlier ?? (await unlessRefused(() => payments().refund({ paymentIntent, amount: left, key, why: 'unsent' })));
  if (refund) await bookRefund(refund, payments());
  else {
    const of = { paymentId, eventId: String(payment.eventId), userId: String(payment.userId) };
    await noteStuckRefund({ id: key, ...of, amount: left, currency: received.currency, why: 'refused' });
  }
  return true;
}

/** Cents of a payment that went back of what was sold: of things first, and then of the film. */
export async function returnedOf(paymentId: string): Promise<number> {
  if (paymentId.startsWith('cart:')) return 0;
  const payment = await PaymentModel.findById(paymentId, { refunds: 1, disputes: 1 }).lean<StoredPayment>();
  return payment ? soldBack(payment, payment) : 0;
}

function soldBack(payment: Pick<StoredPayment, 'refunds' | 'disputes'>, { refunds, disputes }: Returns): number {
  const gone = [...refunds.filter(({ isGood }) => isGood), ...disputes.filter(({ status }) => status === 'lost')];
  return gone.reduce((sum, each) => sum + soldIn(payment, each), 0);
}
