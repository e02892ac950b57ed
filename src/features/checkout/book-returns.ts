import type { Dispute, Payments, Refund } from '../../integrations/stripe.ts';
import { platform } from '../../platform/platform.ts';
import { bookMembershipDispute } from '../membership/membership-disputes.service.ts';
import { bookMembershipRefund } from '../membership/membership-news.service.ts';
import { moneyReturned, type ReturnedMoney } from '../orders/domain-events.ts';
import { noteStuckRefund } from '../orders/stuck-refunds.service.ts';
import { bookContributionDispute, bookContributionRefund } from '../presents/contribution-returns.service.ts';
import { addDispute, addRefund } from './note-returns.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';
import { agreedOrder, bookPayment } from './payment-book.ts';
import { returnExcess } from './return-excess.ts';
import { applyTaken, inWords, takenOf, tell } from './returned-money.ts';

const AGAIN = 'The film has to be paid for again before it can be given or saved.';

/** Books a refund by anyone: of an event's payment, which reduces what it has paid, or of a membership. */
export async function bookRefund(refund: Refund, provider: Payments): Promise<void> {
  if (await bookContributionRefund(refund)) return;
  const payment = await paymentOf(refund.paymentIntent, provider);
  if (!payment) return void (await bookMembershipRefund(refund));
  const { id, amount, isGood, isExcess } = refund;
  const isFailed = !isGood;
  const owed = await addRefund(payment, refund);
  const hasChanged = await applyTaken(payment._id);
  await emitReturned(payment, { id, reason: 'refund', status: isFailed ? 'failed' : 'returned', amount });
  if (isFailed) {
    // If somebody else’s refund of what was not due fails, we make our own.
    if (!isExcess) await returnExcess(payment._id, (await agreedOrder(payment)) !== null, provider);
    await noteFailed(payment, { id, amount: isExcess ? amount : amount - owed });
  } else if (hasChanged) await tell(payment, id, `${inWords(payment, amount)} was refunded. ${AGAIN}`);
}

/** Books a dispute: of an event's payment, which reduces what it has paid if it is lost, or of a membership. */
export async function bookDispute(dispute: Dispute, provider: Payments): Promise<void> {
  if (await bookContributionDispute(dispute)) return;
  const payment = await paymentOf(dispute.paymentIntent, provider);
  if (!payment) return bookMembershipDispute(dispute);
  const { id, amount } = dispute;
  const { isNew, status } = await addDispute(payment, dispute);
  platform().sockets.emitToStaff('desk:changed', { what: 'orders' });
  const hasChanged = await applyTaken(payment._id);
  if (status === 'won') await returnExcess(payment._id, (await agreedOrder(payment)) !== null, provider);
  if (status === 'lost') await emitReturned(payment, { id, reason: 'dispute', status: 'returned', amount });
  if (hasChanged) {
    await tell(payment, `${id}:lost`, `The bank took ${inWords(payment, amount)} back. ${AGAIN}`);
  } else if (isNew && status === 'open') {
    await tell(payment, id, `The bank was asked to take ${inWords(payment, amount)} back. Nothing changes for now.`);
  }
}

/** Somebody has to find another way. @param amount cents that nobody else gave back */
async function noteFailed(payment: StoredPayment, { id, amount }: { id: string; amount: number }): Promise<void> {
  if (amount === 0) return;
  const { _id, eventId, userId, received } = payment;
  const of = { paymentId: _id, eventId: String(eventId), userId: String(userId) };
  await noteStuckRefund({ id, ...of, amount, currency: received?.currency ?? 'usd', why: 'failed' });
  await tell(
    payment,
    `${id}:failed`,
    `The refund of ${inWords(payment, amount)} didn’t go through. Please write to us.`,
  );
}

async function emitReturned(
  { _id }: StoredPayment,
  returned: Pick<ReturnedMoney, 'id' | 'reason' | 'status' | 'amount'>,
): Promise<void> {
  const payment = await PaymentModel.findById(_id).lean<StoredPayment>();
  const order = payment && (await agreedOrder(payment));
  // Nothing was sold where a payment went back whole, because it was not due.
  if (!order || payment.excess === payment.received?.amount) return;
  const { paymentIntent, cardLast4, tax } = payment;
  const [error] = await moneyReturned.emit({
    ...returned,
    returned: takenOf(payment),
    paymentId: _id,
    paymentIntent: paymentIntent ?? null,
    cardLast4: cardLast4 ?? null,
    tax,
    order,
    at: new Date(),
  });
  if (error !== undefined) throw error;
}

/** The payment of a refund or dispute, whose webhook may arrive before the payment's own. */
async function paymentOf(paymentIntent: string | null, provider: Payments): Promise<StoredPayment | null> {
  if (!paymentIntent) return null;
  const known = await PaymentModel.findOne({ paymentIntent }).lean<StoredPayment>();
  if (known?.settledAt) return known;
  const payment = await provider.findByIntent(paymentIntent);
  if (payment?.status === 'paid') await bookPayment(payment, provider);
  return PaymentModel.findOne({ paymentIntent }).lean<StoredPayment>();
}
