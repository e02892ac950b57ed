import { openContributionDisputes } from '../presents/contribution-payments.service.ts';
import { PaymentModel } from './payment.model.ts';

/** A dispute that the bank has not decided. */
export interface OpenDispute {
  /** Stripe's id. */
  id: string;
  eventId: string;
  /** Cents. */
  amount: number;
  /** When the payment was made. */
  paidAt: string;
}

const SHOWN = 50;

/** Open disputes, the oldest payment first; `count` stops at 50. */
export async function openDisputes(): Promise<{ count: number; disputes: OpenDispute[] }> {
  const found = await PaymentModel.find({ 'disputes.status': 'open' }).sort({ createdAt: 1 }).limit(SHOWN).lean();
  const disputes = found.flatMap(({ eventId, createdAt, paidAt, disputes: own }) =>
    own
      .filter(({ status }) => status === 'open')
      .map(({ id, amount }) => ({
        id,
        eventId: String(eventId),
        amount,
        paidAt: (paidAt ?? createdAt).toISOString(),
      })),
  );
  const all = [...disputes, ...(await openContributionDisputes(SHOWN))]
    .sort((a, b) => a.paidAt.localeCompare(b.paidAt))
    .slice(0, SHOWN);
  return { count: all.length, disputes: all };
}
