import type { Dispute, Payment, Refund } from '../../integrations/stripe.ts';
import { platform } from '../../platform/platform.ts';
import { post } from '../orders/ledger.service.ts';
import { type LedgerEntry, move } from '../orders/ledger-entries.service.ts';
import { payments } from '../orders/payments.parts.ts';
import { noteStuckRefund } from '../orders/stuck-refunds.service.ts';
import { bookContribution, tellPool } from './book-contribution.service.ts';
import { ContributionModel, type StoredContribution } from './contribution.model.ts';
import { countTrees } from './count-trees.ts';
import { enter, entryOf } from './pool-account.ts';
import { remainders } from './pool-shares.ts';

/** Books a refund of a contribution, by us or by anyone. False for a refund of something else. Idempotent. */
export async function bookContributionRefund(refund: Refund): Promise<boolean> {
  const stored = await contributionOf(refund.paymentIntent);
  if (!stored) return false;
  const { id, amount, isGood, isExcess, entry } = refund;
  await noteRefund(stored, refund);
  if (isExcess) await postFor(stored, `refund:${id}`, move('stripe', 'owed', amount));
  else {
    const fromPool = entry === null ? await takeOut(stored, `refund:${id}`, amount) : await entryAmount(stored, entry);
    await postFor(stored, `refund:${id}`, refundEntries(stored, amount, fromPool));
  }
  // The bank did not take it: we owe it, and a person has to find another way.
  if (!isGood) {
    await postFor(stored, `refund-failed:${id}`, move('owed', 'stripe', amount));
    const of = { paymentId: stored.paymentId ?? '', eventId: String(stored.eventId), userId: null };
    await noteStuckRefund({ id, ...of, amount, currency: 'usd', why: 'failed' });
  }
  if (!isExcess) await markReturned(stored);
  tellPool(String(stored.eventId));
  return true;
}

/** What of a refund comes from the pool, and from the fee; more than both is our loss. */
function refundEntries({ kind, fee }: StoredContribution, amount: number, fromPool: number): LedgerEntry[] {
  if (kind === 'tree') return move('stripe', 'trees', amount);
  const fromFee = Math.max(0, Math.min(fee, amount - fromPool));
  return [
    ...move('stripe', 'pool', fromPool),
    ...move('stripe', 'fees', fromFee),
    ...move('stripe', 'refunds', amount - fromPool - fromFee),
  ];
}

/** Books money that a pool was to give back, although all of the payment went back before: it makes up for that. */
export async function bookReturnedBefore(
  payment: { eventId: string; paymentId: string | null },
  { key, amount }: { key: string; amount: number },
): Promise<void> {
  await postFor(payment, `covered:${key}`, move('refunds', 'pool', -amount));
}

/** Books money that left a pool and that Stripe does not give back: we owe it, and somebody has to find another way. */
export async function bookRefusedReturn(
  payment: { eventId: string; paymentId: string | null },
  { key, amount, refused }: { key: string; amount: number; refused: number },
): Promise<void> {
  await postFor(payment, `refused:${key}`, move('owed', 'pool', -amount));
  const of = { paymentId: payment.paymentId ?? '', eventId: payment.eventId, userId: null };
  await noteStuckRefund({ id: `pool:${key}`, ...of, amount: refused, currency: 'usd', why: 'refused' });
}

/**
 * Books a bank's claim for a contribution: what is left of it in the pool is held until the bank has decided. False for
 * something else. Idempotent.
 */
export async function bookContributionDispute({ id, amount, status, paymentIntent }: Dispute): Promise<boolean> {
  const stored = await contributionOf(paymentIntent);
  if (!stored) return false;
  const { _id } = stored;
  const added = await ContributionModel.updateOne(
    { _id, 'disputes.id': { $ne: id } },
    { $push: { disputes: { id, amount, status } } },
  );
  if (status !== 'open') {
    await ContributionModel.updateOne(
      { _id, disputes: { $elemMatch: { id, status: 'open' } } },
      { $set: { 'disputes.$.status': status } },
    );
  }
  if (added.modifiedCount === 1) platform().log.warn({ dispute: id, amount }, 'a bank claims a contribution back');
  const held = await takeOut(stored, `dispute:${id}`, amount);
  await postFor(stored, `dispute:${id}`, [...move('stripe', 'disputed', amount), ...move('held', 'pool', held)]);
  if (status === 'won') {
    const event = String(stored.eventId);
    await enter(event, () => [{ key: `dispute-won:${id}`, amount: held, contribution: String(_id) }]);
    await postFor(stored, `dispute-over:${id}`, [...move('disputed', 'stripe', amount), ...move('pool', 'held', held)]);
  }
  if (status === 'lost') {
    const lost = [...move('disputed', 'held', held), ...move('disputed', 'losses', amount - held)];
    await postFor(stored, `dispute-over:${id}`, lost);
  }
  await markReturned(stored);
  tellPool(String(stored.eventId));
  return true;
}

/** Takes what is left of a contribution out of the pool, up to an amount; the same key once. @returns cents */
async function takeOut({ _id, eventId, kind }: StoredContribution, key: string, amount: number): Promise<number> {
  if (kind === 'tree') return 0;
  const contribution = String(_id);
  const account = await enter(String(eventId), ({ entries }) => {
    const left = remainders(entries).get(contribution) ?? 0;
    return [{ key, amount: -Math.min(left, amount), contribution }];
  });
  return -(entryOf(account, key)?.amount ?? 0);
}

async function entryAmount({ eventId }: StoredContribution, key: string): Promise<number> {
  return -(entryOf(await enter(String(eventId), () => []), key)?.amount ?? 0);
}

async function noteRefund({ _id }: StoredContribution, { id, amount, isGood }: Refund): Promise<void> {
  await ContributionModel.updateOne({ _id, 'refunds.id': { $ne: id } }, { $push: { refunds: { id, amount, isGood } } });
  if (!isGood) await ContributionModel.updateOne({ _id, 'refunds.id': id }, { $set: { 'refunds.$.isGood': false } });
}

/** A contribution of which everything went back counts no more. */
async function markReturned({ _id, eventId, kind, amount, fee }: StoredContribution): Promise<void> {
  const now = await ContributionModel.findById(_id).lean<StoredContribution>();
  const refunded = (now?.refunds ?? []).filter(({ isGood }) => isGood);
  const lost = (now?.disputes ?? []).filter(({ status }) => status === 'lost');
  const back = [...refunded, ...lost].reduce((sum, each) => sum + each.amount, 0);
  const status = back >= amount + fee ? 'refunded' : 'paid';
  await ContributionModel.updateOne({ _id, status: { $in: ['paid', 'refunded'] } }, { $set: { status } });
  if (kind === 'tree') await countTrees(String(eventId));
}

async function postFor(
  { eventId, paymentId }: { eventId: unknown; paymentId?: string | null },
  key: string,
  entries: LedgerEntry[],
): Promise<void> {
  await post({ key, eventId: String(eventId), paymentId: paymentId ?? '', currency: 'USD', entries });
}

/** The contribution of a refund or dispute, whose message may arrive before the payment's own; null for something else. */
async function contributionOf(paymentIntent: string | null): Promise<StoredContribution | null> {
  if (!paymentIntent) return null;
  const known = await ContributionModel.findOne({ paymentIntent }).lean<StoredContribution>();
  if (known?.settledAt) return known;
  const payment: Payment | null = await payments().findByIntent(paymentIntent);
  if (!payment?.contributionId) return null;
  if (payment.status === 'paid') await bookContribution(payment);
  return ContributionModel.findOne({ paymentIntent }).lean<StoredContribution>();
}
