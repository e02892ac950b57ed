import { AppError } from '../../platform/errors.ts';
import type { MembershipOutcome, MembershipPayment, StaffMembership } from '../../shared/contracts/staff-membership.ts';
import { money } from '../../shared/format.ts';
import { requireAudit } from '../audit/audit.service.ts';
import { type BilledPayment, paymentsBilled } from '../invoices/invoices.service.ts';
import { payments } from '../orders/payments.parts.ts';
import { refuseUnseenReturns } from '../orders/unseen-returns.service.ts';
import { MembershipModel, type StoredMembership } from './membership.model.ts';
import { subscriptions } from './membership.parts.ts';
import { membershipOf, setEnding } from './membership.service.ts';
import { disputesOfMember } from './membership-disputes.service.ts';
import { bookMembershipRefund } from './membership-news.service.ts';
import { refresh } from './refresh.ts';
import { sourceOf } from './source-of.ts';

/** Payments of a membership that the desk shows. */
const SHOWN = 12;
const PREFIX = sourceOf('');

interface Wish {
  invoiceId: string;
  /** Cents. Default: all that is left. */
  amount?: number | undefined;
  /** Cents that had gone back where the admin looked. */
  returned?: number | undefined;
  outcome: MembershipOutcome;
  note: string;
}

/** A user's membership with its payments, newest first, for the desk. */
export async function staffMembership(userId: string): Promise<StaffMembership> {
  const [membership, billed, disputes] = await Promise.all([
    membershipOf(userId),
    paymentsBilled(userId, PREFIX, SHOWN),
    disputesOfMember(userId),
  ]);
  return { membership, payments: billed.map(toPayment), disputes };
}

/**
 * Gives a payment of a membership back for staff, in full or in part, after what is to become of the membership. NOT_FOUND;
 * WRONG_STATE for what went back already, of which another sum went back than was seen, or what Stripe refuses; FIELDS_REFUSED for
 * more than is left.
 */
export async function refundMembership(
  userId: string,
  { invoiceId, amount, returned: seen, outcome, note }: Wish,
  staff: { id: string; ip: string },
): Promise<StaffMembership> {
  const [known] = (await paymentsBilled(userId, sourceOf(invoiceId), 1)).filter(
    ({ source }) => source === sourceOf(invoiceId),
  );
  if (!known) throw new AppError('NOT_FOUND', { message: 'There is no such payment of a membership.' });
  const paymentIntent = await subscriptions().paymentOf(invoiceId);
  if (!paymentIntent) {
    throw new AppError('WRONG_STATE', { message: 'Nothing was charged for this: it was paid from what was left.' });
  }
  const earlier = await payments().refundsOf(paymentIntent);
  for (const refund of earlier) await bookMembershipRefund(refund);
  const returned = earlier.filter(({ isGood }) => isGood).reduce((sum, each) => sum + each.amount, 0);
  const { total, currency } = known;
  const left = Math.min(total, (await subscriptions().findInvoice(invoiceId))?.due ?? total) - returned;
  if (left <= 0) throw new AppError('WRONG_STATE', { message: 'All of this payment has gone back already.' });
  refuseUnseenReturns(seen, returned, currency);
  const asked = amount ?? left;
  if (asked > left) {
    const message = `At most ${money(left, { currency })}: that’s what is left of it.`;
    throw new AppError('FIELDS_REFUSED', { message, fields: { amount: message } });
  }
  await requireAudit({
    actorId: staff.id,
    subjectId: userId,
    action: 'membership.refunded',
    ip: staff.ip,
    details: { invoice: invoiceId, amount: asked, before: returned, after: returned + asked, outcome, note },
  });
  // First, so that it can be tried again where the refund fails.
  await decide(userId, outcome);
  const key = `staff-membership:${invoiceId}:${earlier.length}:${asked}`;
  const refund = await payments().refund({ paymentIntent, amount: asked, key, why: 'asked' });
  await bookMembershipRefund(refund);
  return staffMembership(userId);
}

/** What becomes of a membership whose payment goes back. Idempotent. */
async function decide(userId: string, outcome: MembershipOutcome): Promise<void> {
  const stored = await MembershipModel.findById(userId).lean<StoredMembership>();
  const isCurrent = stored?.status === 'active' || stored?.status === 'pastDue';
  if (outcome === 'keep' || !isCurrent || !stored.subscriptionId) return;
  if (outcome === 'cancel') return void (await setEnding(userId, true));
  await subscriptions().endNow(stored.subscriptionId);
  await refresh(stored.subscriptionId);
}

function toPayment({ source, label, total, currency, returned, paidAt }: BilledPayment): MembershipPayment {
  return {
    id: source.slice(PREFIX.length),
    label,
    amount: total,
    currency,
    returned,
    left: Math.max(0, total - returned),
    paidAt: paidAt.toISOString(),
  };
}
