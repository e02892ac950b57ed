import { AppError } from '../../platform/errors.ts';
import { createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import type { Reward } from '../../shared/contracts/rewards.ts';
import { lookAtMail, nextMailLook } from './follow-mail.ts';
import { giftCards } from './presents.parts.ts';
import { toRewardDto } from './reward.dto.ts';
import { RewardModel, type StoredReward } from './reward.model.ts';

const again = createLimiter('resent rewards', { points: 5, seconds: 24 * 3600 });

/**
 * Has the partner mail a gift card again whose mail came back. WRONG_STATE for one that was not mailed, is on its way, or
 * arrived; FIELDS_REFUSED for an address that takes none; TOO_MANY_REQUESTS, PROVIDER_DOWN.
 * @param email default: the same address
 */
export async function resendReward(reward: StoredReward, email = reward.email): Promise<Reward> {
  const { _id, status, rewardId } = reward;
  if (status !== 'delivered' || !rewardId || !reward.email || !email) {
    throw new AppError('WRONG_STATE', { message: 'This one wasn’t sent by email.' });
  }
  const { isOver, secondsLeft } = await again.count(String(_id));
  if (isOver) throw tooMany(secondsLeft, 'We’ve tried several times today. Please look in your spam folder, too.');
  const now = await lookAtMail(rewardId);
  if (!now?.bounce) throw notBounced(now ?? reward);
  if (email === now.email && !now.bounce.canRepeat) {
    const message = 'This address doesn’t take it. Enter another one, please.';
    throw new AppError('FIELDS_REFUSED', { message, fields: { email: message } });
  }
  await giftCards().resend(rewardId, email);
  const sent = await RewardModel.findOneAndUpdate(
    { _id },
    { $set: { email, bounce: null, mailLookAt: nextMailLook(0), mailLooks: 0 } },
    { returnDocument: 'after' },
  ).lean<StoredReward>();
  return toRewardDto(sent ?? now);
}

/** The partner sends nothing twice that has not come back. */
function notBounced({ email, mailLookAt }: StoredReward): AppError {
  const message = mailLookAt
    ? `It’s on its way to ${email}. Please give it a few minutes.`
    : `Our gift card partner says that it reached ${email}. Please look in your spam folder, and write to us if it isn’t there.`;
  return new AppError('WRONG_STATE', { message });
}
