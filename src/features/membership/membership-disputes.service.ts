import { Types } from 'mongoose';
import type { Dispute, Payments } from '../../integrations/stripe.ts';
import { platform } from '../../platform/platform.ts';
import type { StaffMembership } from '../../shared/contracts/staff-membership.ts';
import { money } from '../../shared/format.ts';
import { balancesOf, membershipPayments } from '../orders/ledger.service.ts';
import { subscriptions } from './membership.parts.ts';
import { MembershipDisputeModel, type StoredMembershipDispute } from './membership-dispute.model.ts';
import { postDispute, postInvoice } from './membership-ledger.ts';
import { refresh } from './refresh.ts';
import { sourceOf } from './source-of.ts';

/** Books a bank's claim for a payment of a membership. Does nothing for other payments. Idempotent. */
export async function bookMembershipDispute({ id, amount, status, paymentIntent }: Dispute): Promise<void> {
  const invoiceId = paymentIntent && (await subscriptions().invoiceOfPayment(paymentIntent));
  const invoice = invoiceId ? await subscriptions().findInvoice(invoiceId) : null;
  const found = invoice?.subscriptionId ? await refresh(invoice.subscriptionId) : null;
  if (!invoice || !found) return;
  await postInvoice(invoice);
  const { currency, at: paidAt } = invoice;
  const facts = { userId: new Types.ObjectId(found.userId), invoiceId: invoice.id, amount, currency, paidAt };
  await MembershipDisputeModel.updateOne({ _id: id }, { $setOnInsert: facts }, { upsert: true });
  if (status !== 'open') await MembershipDisputeModel.updateOne({ _id: id, status: 'open' }, { $set: { status } });
  const stored = await MembershipDisputeModel.findById(id).lean<StoredMembershipDispute>();
  await postDispute(invoice, { id, amount }, stored?.status ?? status);
  platform().sockets.emitToStaff('desk:changed', { what: 'orders' });
}

/** Claims that no bank has decided, the oldest payment first. */
export async function openMembershipDisputes(most: number) {
  const found = await MembershipDisputeModel.find({ status: 'open' })
    .sort({ paidAt: 1 })
    .limit(most)
    .lean<StoredMembershipDispute[]>();
  return found.map(({ _id: id, userId, amount, paidAt }) => ({
    id,
    userId: String(userId),
    amount,
    paidAt: paidAt.toISOString(),
  }));
}

/** All claims for a user's membership, the oldest payment first, for the desk. */
export async function disputesOfMember(userId: string): Promise<StaffMembership['disputes']> {
  const found = await MembershipDisputeModel.find({ userId: new Types.ObjectId(userId) })
    .sort({ paidAt: 1 })
    .lean<StoredMembershipDispute[]>();
  return found.map(({ _id: id, amount, currency, status, paidAt }) => ({
    id,
    amount,
    currency,
    status,
    paidAt: paidAt.toISOString(),
  }));
}

/** In words, where Stripe's balance of a membership's payment is another one than the ledger's. */
export async function membershipDifferences(since: Date, provider: Payments): Promise<string[]> {
  const differences: string[] = [];
  for (const paymentId of await membershipPayments(since)) {
    const invoice = await subscriptions().findInvoice(paymentId.slice(sourceOf('').length));
    if (!invoice) continue;
    const paymentIntent = await subscriptions().paymentOf(invoice.id);
    const refunds = paymentIntent ? await provider.refundsOf(paymentIntent) : [];
    const disputes = paymentIntent ? await provider.disputesOf(paymentIntent) : [];
    const taken = [...refunds.filter(({ isGood }) => isGood), ...disputes.filter(({ status }) => status !== 'won')];
    const expected = taken.reduce((rest, { amount }) => rest - amount, invoice.due);
    const { stripe = 0 } = await balancesOf(paymentId);
    if (expected === stripe) continue;
    const inWords = (cents: number) => money(cents, { currency: invoice.currency });
    differences.push(`${paymentId}: Stripe has ${inWords(expected)}, the ledger ${inWords(stripe)}`);
  }
  return differences;
}
