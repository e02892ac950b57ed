import { Types } from 'mongoose';
import type { Payment } from '../../integrations/stripe.ts';
import { platform } from '../../platform/platform.ts';
import { count, money } from '../../shared/format.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { tellNews } from '../events/makers-news.service.ts';
import { post } from '../orders/ledger.service.ts';
import { move } from '../orders/ledger-entries.service.ts';
import { ContributionModel, type StoredContribution } from './contribution.model.ts';
import { countTrees } from './count-trees.ts';
import { presentJobs } from './job-types.ts';
import { enter, entryOf } from './pool-account.ts';
import { mailGiver } from './present-mails.ts';
import { giveBackStray } from './stray-contributions.ts';

/**
 * Books a paid contribution: into the pool, or for trees. What can’t be taken any more, or was not asked for like this,
 * goes back whole. Idempotent; an error repeats the whole with the vendor’s next message or the rescue.
 */
export async function bookContribution(payment: Payment): Promise<void> {
  const { contributionId, eventId, paymentIntent } = payment;
  if (!Types.ObjectId.isValid(contributionId ?? '') || !Types.ObjectId.isValid(eventId)) return;
  // A second payment of the same contribution finds the first one’s.
  const stored = await ContributionModel.findOneAndUpdate(
    { _id: contributionId, eventId, $or: [{ paidAt: null }, { paymentId: payment.id }] },
    {
      $set: { paymentId: payment.id, ...(paymentIntent && { paymentIntent }) },
      $max: { paidAt: new Date() },
      $unset: { expiresAt: true },
    },
    { returnDocument: 'after' },
  ).lean<StoredContribution>();
  if (!stored) return giveBackStray(payment);
  if (stored.settledAt) return;
  if (!(await isTaken(stored, payment))) {
    await giveBackStray(payment);
    await ContributionModel.updateOne({ _id: stored._id }, { $set: { status: 'refunded' } });
    await mailGiver(
      stored,
      'late',
      `We couldn’t take your ${money(payment.amount)} any more. It’s on its way back to you.`,
    );
  } else {
    await postPayment(stored, payment);
    await ContributionModel.updateOne({ _id: stored._id, status: 'pending' }, { $set: { status: 'paid' } });
    await follow(stored);
  }
  await ContributionModel.updateOne({ _id: stored._id }, { $set: { settledAt: new Date() } });
  tellPool(eventId);
}

/** The page has closed unpaid: nothing is left of it. */
export async function forgetUnpaid({ contributionId }: Payment): Promise<void> {
  await ContributionModel.deleteOne({ _id: contributionId, status: 'pending', paidAt: null });
}

/** Decides once: an entry that was made stays, whatever happened to the pool since. */
async function isTaken(stored: StoredContribution, { amount, currency }: Payment): Promise<boolean> {
  const isAsked = currency === 'usd' && amount === stored.amount + stored.fee;
  if (!isAsked) return false;
  if (stored.kind === 'tree') return (await findEvent(String(stored.eventId))) !== null;
  const id = String(stored._id);
  const key = `paid:${id}`;
  const account = await enter(String(stored.eventId), ({ closedAt }) =>
    closedAt === null ? [{ key, amount: stored.amount, contribution: id }] : [],
  );
  return entryOf(account, key) !== undefined;
}

async function postPayment({ eventId, amount, fee, kind }: StoredContribution, payment: Payment): Promise<void> {
  const account = kind === 'pool' ? 'pool' : 'trees';
  await post({
    key: `payment:${payment.id}`,
    eventId: String(eventId),
    paymentId: payment.id,
    currency: payment.currency,
    entries: [...move(account, 'stripe', amount), ...move('fees', 'stripe', fee)],
  });
}

async function follow(stored: StoredContribution): Promise<void> {
  const { _id, kind, name, quantity, amount } = stored;
  const eventId = String(stored.eventId);
  const id = String(_id);
  if (kind === 'tree') {
    await countTrees(eventId);
    await platform().queue.enqueue(presentJobs.plant, { contributionId: id }, { uniqueKey: `plant:${id}` });
  }
  const what = kind === 'tree' ? { count: quantity } : { amount };
  await tellNews({ eventId, type: 'present', key: id, facts: { names: [name], ...what } });
  await mailGiver(stored, 'paid', receiptWords(stored));
}

/** What somebody paid and for what, as their receipt. */
function receiptWords({ kind, amount, fee, quantity }: StoredContribution): string {
  if (kind === 'tree') return `You paid ${money(amount)} for ${count(quantity, 'tree')}. Thank you.`;
  const card = fee > 0 ? `, plus a card fee of ${money(fee)}: ${money(amount + fee)} in all` : '';
  return `You gave ${money(amount)}${card}. Thank you.`;
}

/** Makers fetch the pool again. */
export function tellPool(eventId: string): void {
  emitToEvent(eventId, 'creator', 'pool:updated', { eventId });
}
