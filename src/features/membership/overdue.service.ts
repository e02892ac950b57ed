import { MEMBERSHIP } from '../../shared/limits.ts';
import { MembershipModel, type StoredMembership } from './membership.model.ts';
import { subscriptions } from './membership.parts.ts';
import { refresh } from './refresh.ts';

const BATCH = 200;

/**
 * Asks the provider about memberships whose news are overdue: renewals, and payment pages whose payment nobody told us
 * of. Idempotent. Answers what had not arrived, in words.
 */
export async function refreshOverdue(now = new Date()): Promise<string[]> {
  const before = new Date(now.getTime() - MEMBERSHIP.askAgain);
  const asked = { askedAt: { $lt: before } };
  const [late, failed] = await Promise.all([
    MembershipModel.find({ status: 'active', periodEnd: { $lt: now }, ...asked })
      .limit(BATCH)
      .lean<StoredMembership[]>(),
    MembershipModel.find({ status: 'pastDue', ...asked })
      .limit(BATCH)
      .lean<StoredMembership[]>(),
  ]);
  const paying = await MembershipModel.find({
    status: { $in: ['none', 'cancelled'] },
    pageId: { $gt: '' },
    updatedAt: { $gt: new Date(now.getTime() - MEMBERSHIP.pageKept) },
  })
    .limit(BATCH)
    .lean<StoredMembership[]>();
  const found: string[] = [];
  for (const { _id, subscriptionId, status, periodEnd } of [...late, ...failed]) {
    const is = subscriptionId ? await refresh(subscriptionId) : null;
    const hasChanged = is && (is.status !== status || is.periodEnd.getTime() !== periodEnd?.getTime());
    if (hasChanged) found.push(`membership of ${_id}`);
  }
  for (const { _id, pageId } of paying) {
    const page = await subscriptions().findPage(pageId ?? '');
    if (page?.status !== 'complete' || !page.subscriptionId) continue;
    const is = await refresh(page.subscriptionId);
    if (is && is.status !== 'cancelled') found.push(`membership of ${_id}`);
  }
  return found;
}
