import type { CardBounce } from '../../integrations/tremendous.ts';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { tellNews } from '../events/makers-news.service.ts';
import { giftCards } from './presents.parts.ts';
import { RewardModel, type StoredReward } from './reward.model.ts';

const MINUTE = 60_000;
/** Waits between questions about one mail, in milliseconds. Reports come by themselves; these find what got lost. */
const LOOKS = [MINUTE, 30 * MINUTE, 6 * 60 * MINUTE, 48 * 60 * MINUTE];
/** Without a reason of its own. */
const UNKNOWN: CardBounce = { why: '', canRepeat: true };

/** When the partner is asked next whether a mail arrived; null: never again. @param looks how often it was asked */
export function nextMailLook(looks: number): Date | null {
  const wait = LOOKS[looks];
  return wait === undefined ? null : new Date(Date.now() + wait);
}

/**
 * Finds out whether the mail with a reward came back, and tells of it. A report only says where to look: one that comes
 * late is about an earlier mail. Idempotent; PROVIDER_DOWN.
 */
export async function lookAtMail(rewardId: string, bounce: CardBounce = UNKNOWN): Promise<StoredReward | null> {
  const reward = await RewardModel.findOne({ rewardId, status: 'delivered' }).lean<StoredReward>();
  if (!reward?.email) return reward;
  const { _id, mailLooks } = reward;
  const mail = await giftCards().mailOf(rewardId);
  if (mail !== 'bounced') {
    const isOver = mail !== 'waiting';
    await RewardModel.updateOne(
      { _id, mailLooks },
      { $set: { mailLookAt: isOver ? null : nextMailLook(mailLooks + 1), mailLooks: mailLooks + 1 } },
    );
    if (mail === 'arrived') await RewardModel.updateOne({ _id }, { $set: { bounce: null } });
    return RewardModel.findById(_id).lean<StoredReward>();
  }
  await RewardModel.updateOne(
    { _id, bounce: null },
    { $set: { bounce: { ...bounce, at: new Date() }, mailLookAt: null }, $inc: { bounces: 1 } },
  );
  const now = await RewardModel.findById(_id).lean<StoredReward>();
  if (now?.bounce) await tellBounce(now);
  return now;
}

/** Asks about mails that no report told of. */
export async function rescueMailed(): Promise<void> {
  const due = await RewardModel.find({ mailLookAt: { $gt: new Date(0), $lte: new Date() } })
    .sort({ mailLookAt: 1 })
    .limit(50)
    .lean<StoredReward[]>();
  for (const { _id, rewardId } of due) {
    try {
      if (rewardId) await lookAtMail(rewardId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      platform().log.warn({ err: error, reward: String(_id) }, 'nobody knows yet whether a gift card arrived');
      await RewardModel.updateOne({ _id }, { $set: { mailLookAt: nextMailLook(1) } });
    }
  }
}

/** Its recipient may not look at the page again, so those who made the gift hear of it. Once for each mail. */
async function tellBounce({ _id, eventId, name, bounces }: StoredReward): Promise<void> {
  const note = `The email with the gift card for ${name} came back. On the page of their present, ${name} can have it sent to another address.`;
  await tellNews({
    eventId: String(eventId),
    type: 'reward',
    key: `${_id}:bounced`,
    stamp: String(bounces),
    facts: { note },
  });
}
