import type { Reward } from '../../shared/contracts/rewards.ts';
import type { StoredReward } from './reward.model.ts';

/** A reward as its recipient sees it: with its link. */
export function toRewardDto(stored: StoredReward): Reward {
  const { _id, eventId, recipientId, productId, productName, amount, status, link, email, bounce, createdAt } = stored;
  return {
    id: String(_id),
    eventId: String(eventId),
    recipientId,
    productId,
    productName,
    amount,
    currency: 'USD',
    status: status === 'failed' ? 'returned' : status,
    link: link ?? null,
    email: email ?? null,
    bounce: bounce ? { why: bounce.why, canRepeat: bounce.canRepeat, at: bounce.at.toISOString() } : null,
    createdAt: createdAt.toISOString(),
  };
}
