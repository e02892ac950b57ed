import { RewardModel, type StoredReward } from './reward.model.ts';

const DAY = 24 * 3600_000;
/** What nobody mended by then is for the partner’s own support. */
const SHOWN_FOR = 30 * DAY;
/** As many as anybody handles in a day. */
const SHOWN = 50;

/** A gift card whose mail came back, and that waits for another address. */
export interface BouncedReward {
  id: string;
  eventId: string;
  productName: string;
  /** Cents. */
  amount: number;
  /** In the partner’s word; empty for unknown. */
  why: string;
  at: string;
}

/** Gift cards of the last 30 days whose mail came back, the oldest first; `count` stops at 50. */
export async function bouncedRewards(): Promise<{ count: number; rewards: BouncedReward[] }> {
  const found = await RewardModel.find({ 'bounce.at': { $gt: new Date(Date.now() - SHOWN_FOR) } })
    .sort({ 'bounce.at': 1 })
    .limit(SHOWN)
    .lean<StoredReward[]>();
  const rewards = found.flatMap(({ _id, eventId, productName, amount, bounce }) =>
    bounce
      ? [
          {
            id: String(_id),
            eventId: String(eventId),
            productName,
            amount,
            why: bounce.why,
            at: bounce.at.toISOString(),
          },
        ]
      : [],
  );
  return { count: rewards.length, rewards };
}
