import { AppError } from '../../platform/errors.ts';
import { createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import type { Reward } from '../../shared/contracts/rewards.ts';
import { giftCards } from './presents.parts.ts';
import { toRewardDto } from './reward.dto.ts';
import type { StoredReward } from './reward.model.ts';

const again = createLimiter('resent rewards', { points: 5, seconds: 24 * 3600 });

/** Has the partner mail a gift card again. WRONG_STATE for one that was not mailed; TOO_MANY_REQUESTS, PROVIDER_DOWN. */
export async function resendReward(reward: StoredReward): Promise<Reward> {
  const { _id, status, rewardId, email } = reward;
  if (status !== 'delivered' || !rewardId || !email) {
    throw new AppError('WRONG_STATE', { message: 'This one wasn’t sent by email.' });
  }
  const { isOver, secondsLeft } = await again.count(String(_id));
  if (isOver) throw tooMany(secondsLeft, 'We’ve sent it several times today. Please look in your spam folder, too.');
  await giftCards().resend(rewardId);
  return toRewardDto(reward);
}
