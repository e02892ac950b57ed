import { openMembershipDisputes } from '../membership/membership-disputes.service.ts';
import { openContributionDisputes } from '../presents/contribution-payments.service.ts';
import { PaymentModel } from './payment.model.ts';

/** A dispute that the bank has not decided. */
export interface OpenDispute {
  /** Stripe's id. */
  id: string;
  /** Of the list of payments; null for a contribution or a membership. */
  paymentId: string | null;
  /** Null for a membership. */
  eventId: string | null;
  /** The member; null for a payment of an event. */
  userId: string | null;
  /** Cents. */
  amount: number;
  /** When the payment was made. */
  paidAt: string;
}

const SHOWN = 50;

/** Open disputes, the oldest payment first; `count` stops at 50. */
export async function openDisputes(): Promise<{ count: number; disputes: OpenDispute[] }> {
  const found = await PaymentModel.find({ 'disputes.status': 'open' }).sort({ createdAt: 1 }).limit(SHOWN).lean();
  const disputes = found.flatMap(({ _id, eventId, createdAt, paidAt, disputes: own }) =>
    own
      .filter(({ status }) => status === 'open')
      .map(({ id, amount }) => ({
        id,
        paymentId: _id,
        eventId: String(eventId),
        userId: null,
        amount,
        paidAt: (paidAt ?? createdAt).toISOString(),
      })),
  );
  const contributions = (await openContributionDisputes(SHOWN)).map((each) => ({
    ...each,
    paymentId: null,
    userId: null,
  }));
  const memberships = (await openMembershipDisputes(SHOWN)).map((each) => ({
    ...each,
    paymentId: null,
    eventId: null,
  }));
  const all = [...disputes, ...contributions, ...memberships]
    .sort((a, b) => a.paidAt.localeCompare(b.paidAt))
    .slice(0, SHOWN);
  return { count: all.length, disputes: all };
}
