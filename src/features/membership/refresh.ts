import { Types } from 'mongoose';
import type { Subscription } from '../../integrations/stripe-subscriptions.ts';
import { isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { isGone } from '../users/user-deletion.service.ts';
import { bookInvoice } from './book-invoice.ts';
import { MembershipModel, type StoredMembership } from './membership.model.ts';
import { subscriptions } from './membership.parts.ts';
import { mailEnded, mailEnding } from './membership-mails.ts';

/**
 * Asks the provider for a subscription and stores what it says: independent of the order in which news arrive, and
 * idempotent. Of an account that is gone it only books the payment. Null for subscriptions of other applications.
 */
export async function refresh(subscriptionId: string): Promise<Subscription | null> {
  const askedAt = new Date();
  const found = await subscriptions().find(subscriptionId);
  if (!found || !Types.ObjectId.isValid(found.userId)) {
    platform().log.warn({ subscription: subscriptionId }, 'received a subscription of another application');
    return null;
  }
  const before = await MembershipModel.findById(found.userId).lean<StoredMembership>();
  if (isOfAnother(before, found)) {
    platform().log.error({ subscription: found.id, userId: found.userId }, 'a member has a second subscription');
    return null;
  }
  if (await isGone(found.userId)) {
    // What was paid belongs in the books.
    if (found.latestInvoice) await bookInvoice(found, found.latestInvoice);
    const { id, userId, status } = found;
    if (status !== 'cancelled') platform().log.error({ subscription: id, userId }, 'a membership has no account');
    return found;
  }
  await store(found, askedAt);
  if (found.latestInvoice) await bookInvoice(found, found.latestInvoice);
  if (found.status === 'cancelled' && before?.status !== 'cancelled') await mailEnded(found, before);
  else if (found.isEnding && before?.isEnding === false) await mailEnding(found);
  return found;
}

/** Whether a member's current subscription is another one. */
function isOfAnother(before: StoredMembership | null, { id }: Subscription): boolean {
  const isCurrent = before?.status === 'active' || before?.status === 'pastDue';
  return isCurrent && before.subscriptionId !== id;
}

async function store(found: Subscription, askedAt: Date): Promise<void> {
  const { id: subscriptionId, userId, customerId, status, plan, periodStart, periodEnd } = found;
  const { isEnding, cardLast4, nextAttempt } = found;
  const facts = { subscriptionId, customerId, status, plan, periodStart, periodEnd, isEnding, cardLast4, nextAttempt };
  try {
    await MembershipModel.updateOne(
      { _id: new Types.ObjectId(userId), askedAt: { $lte: askedAt } },
      { $set: { ...facts, askedAt } },
      { upsert: true, setDefaultsOnInsert: true },
    );
  } catch (error) {
    // A newer answer is stored.
    if (!isDuplicateKey(error)) throw error;
  }
}
