import { AppError } from '../../platform/errors.ts';
import { money } from '../../shared/format.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { payments } from '../orders/payments.parts.ts';
import { refuseUnseenReturns } from '../orders/unseen-returns.service.ts';
import { bookDispute, bookRefund } from './book-returns.ts';
import { PaymentModel, type StoredPayment } from './payment.model.ts';
import { takenOf } from './returned-money.ts';

/**
 * Gives money back for staff. The same amount asked for twice at the same moment goes back once. NOT_FOUND; WRONG_STATE for
 * a payment that is not booked, is disputed, went back already, or of which another sum went back than was seen; FIELDS_REFUSED for
 * more than is left.
 * @param amount cents. Default: all that is left
 * @param seen cents that had gone back where the admin looked
 */
export async function refundPayment(
  id: string,
  { amount, seen, note }: { amount?: number | undefined; seen?: number | undefined; note: string },
  staff: { id: string; ip: string },
): Promise<void> {
  const paymentIntent = await bookEarlier(id);
  const payment = await required(id);
  const { received, disputes, refunds, userId, eventId } = payment;
  if (disputes.some(({ status }) => status !== 'won')) {
    throw wrongState('A bank has been asked to take this payment back. It can’t be refunded as well.');
  }
  const returned = takenOf(payment);
  const left = (received?.amount ?? 0) - returned;
  if (left <= 0) throw wrongState('All of this payment has gone back already.');
  refuseUnseenReturns(seen, returned, currencyOf(payment));
  const asked = amount ?? left;
  if (asked > left) {
    const message = `At most ${money(left, { currency: currencyOf(payment) })}: that’s what is left of it.`;
    throw new AppError('FIELDS_REFUSED', { message, fields: { amount: message } });
  }
  await requireAudit({
    actorId: staff.id,
    subjectId: String(userId),
    eventId: String(eventId),
    action: 'payment.refunded',
    ip: staff.ip,
    details: { payment: id, amount: asked, before: returned, after: returned + asked, note },
  });
  const key = `staff:${id}:${refunds.length}:${asked}`;
  const refund = await payments().refund({ paymentIntent, amount: asked, key, why: 'asked' });
  await bookRefund(refund, payments());
}

/** Books refunds and disputes that Stripe has and nobody told us of. Answers the payment’s intent. */
async function bookEarlier(id: string): Promise<string> {
  const { paymentIntent, settledAt, refunds, disputes } = await required(id);
  if (!paymentIntent || !settledAt) throw wrongState('This payment is not booked yet, so there is nothing to refund.');
  for (const refund of await payments().refundsOf(paymentIntent)) {
    if (!refunds.some((known) => known.id === refund.id && known.isGood === refund.isGood)) {
      await bookRefund(refund, payments());
    }
  }
  for (const dispute of await payments().disputesOf(paymentIntent)) {
    if (!disputes.some((known) => known.id === dispute.id && known.status === dispute.status)) {
      await bookDispute(dispute, payments());
    }
  }
  return paymentIntent;
}

async function required(id: string): Promise<StoredPayment> {
  const payment = await PaymentModel.findById(id).lean<StoredPayment>();
  if (!payment) throw new AppError('NOT_FOUND', { message: 'There is no such payment.' });
  return payment;
}

function currencyOf({ received }: StoredPayment): string {
  return received?.currency.toUpperCase() ?? 'USD';
}

function wrongState(message: string): AppError {
  return new AppError('WRONG_STATE', { message });
}
