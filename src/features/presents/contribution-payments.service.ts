import { onItsOwn } from '../../platform/on-its-own.ts';
import { payments } from '../orders/payments.parts.ts';
import { bookContribution } from './book-contribution.service.ts';
import { ContributionModel, type StoredContribution } from './contribution.model.ts';
import { isStrayReturned } from './stray-contributions.ts';

/** A dispute about a contribution that the bank has not decided. */
export interface ContributionDispute {
  /** Stripe's id. */
  id: string;
  eventId: string;
  /** Cents. */
  amount: number;
  paidAt: string;
}

/** Open disputes about contributions, the oldest first. @param most of them */
export async function openContributionDisputes(most: number): Promise<ContributionDispute[]> {
  const found = await ContributionModel.find({ 'disputes.status': 'open' })
    .sort({ _id: 1 })
    .limit(most)
    .lean<StoredContribution[]>();
  return found.flatMap(({ eventId, disputes, paidAt, createdAt }) =>
    disputes
      .filter(({ status }) => status === 'open')
      .map(({ id, amount }) => ({
        id,
        eventId: String(eventId),
        amount,
        paidAt: (paidAt ?? createdAt).toISOString(),
      })),
  );
}

/** Whether nothing is left to book of a payment for a contribution. */
export async function isContributionSettled(paymentId: string): Promise<boolean> {
  return (await contributionPayment(paymentId)) !== null || isStrayReturned(paymentId);
}

/** What was received for a contribution that was booked, to compare it with Stripe; null for another payment. */
export async function contributionPayment(paymentId: string) {
  const found = await ContributionModel.findOne({ paymentId }).lean<StoredContribution>();
  if (!found?.settledAt) return null;
  const { amount, fee, paymentIntent, disputes } = found;
  return { amount: amount + fee, currency: 'usd', paymentIntent: paymentIntent ?? null, disputes };
}

/** Continues payments of contributions that a crash left half booked. */
export async function rescueContributions(): Promise<void> {
  const before = new Date(Date.now() - 60_000);
  const found = await ContributionModel.find({ settledAt: null, paidAt: { $lt: before } }).lean<StoredContribution[]>();
  for (const { paymentId } of found) {
    await onItsOwn(`contribution ${paymentId}`, async () => {
      const payment = paymentId ? await payments().find(paymentId) : null;
      if (payment?.status === 'paid') await bookContribution(payment);
    });
  }
}
