import { Types } from 'mongoose';
import type { CardNews } from '../../integrations/tremendous.ts';
import { money } from '../../shared/format.ts';
import { tellNews } from '../events/makers-news.service.ts';
import { post } from '../orders/ledger.service.ts';
import { move } from '../orders/ledger-entries.service.ts';
import { tellPool } from './book-contribution.service.ts';
import { lookAtMail } from './follow-mail.ts';
import { enter } from './pool-account.ts';
import { giftCards } from './presents.parts.ts';
import { RewardModel, type StoredReward } from './reward.model.ts';
import { EXTERNAL_ID, submitReward } from './submit-reward.ts';

/**
 * Follows what the partner reports: it only says where to look, and asking decides. Idempotent, and in any order; orders of
 * others are left alone. PROVIDER_DOWN.
 */
export async function takeCardNews(news: CardNews): Promise<void> {
  if (news.isVoid) return voidReward(news.id);
  if (news.mail) {
    await lookAtMail(news.id, news.mail === 'arrived' ? undefined : news.mail);
    return;
  }
  const externalId = await giftCards().orderOf(news);
  const id = externalId?.startsWith(EXTERNAL_ID) ? externalId.slice(EXTERNAL_ID.length) : '';
  if (!Types.ObjectId.isValid(id)) return;
  // A process that talks to the partner right now hears it there.
  await RewardModel.updateOne({ _id: id, status: 'ordered', token: null }, { $set: { until: new Date(0) } });
  await submitReward(id);
}

/** A card that was delivered is void: its money is in the pool again. Idempotent. */
async function voidReward(rewardId: string): Promise<void> {
  const reward = await RewardModel.findOneAndUpdate(
    { rewardId, status: { $in: ['delivered', 'returned'] } },
    { $set: { status: 'returned', link: null, refusal: 'REWARDS.CANCELED', bounce: null, mailLookAt: null } },
    { returnDocument: 'after' },
  ).lean<StoredReward>();
  if (!reward) return;
  const { _id, amount, recipientId, name } = reward;
  const eventId = String(reward.eventId);
  await enter(eventId, () => [{ key: `voided:${_id}`, amount, recipient: recipientId }]);
  const entries = move('pool', 'spent', amount);
  await post({ key: `reward-voided:${_id}`, eventId, paymentId: `reward:${_id}`, currency: 'USD', entries });
  const note = `The gift card for ${name} was cancelled. The ${money(amount)} are back in the pool.`;
  await tellNews({ eventId, type: 'reward', key: `${_id}:voided`, facts: { note } });
  tellPool(eventId);
}
