import type { CardOutcome } from '../../integrations/tremendous.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import { money } from '../../shared/format.ts';
import { tellNews } from '../events/makers-news.service.ts';
import { post } from '../orders/ledger.service.ts';
import { move } from '../orders/ledger-entries.service.ts';
import { tellPool } from './book-contribution.service.ts';
import { nextMailLook } from './follow-mail.ts';
import { enter } from './pool-account.ts';
import { giftCards } from './presents.parts.ts';
import { RewardModel, type StoredReward } from './reward.model.ts';

/** Before our id, in what the partner knows an order by. */
export const EXTERNAL_ID = 'reward-';
/** How long one process may talk to the partner, in milliseconds; longer than its answer may take. */
const LEASE = 120_000;
/** Between attempts, in milliseconds: doubled each time. */
const PAUSE = { first: 60_000, most: 3_600_000 };

/**
 * Orders a reward whose money was taken from the pool, or finds out what became of the order. One process at a time; the
 * partner knows the order by our id, so it is never made twice. Where it does not answer, the rescue asks again.
 */
export async function submitReward(id: string): Promise<void> {
  const reward = await lease(id);
  if (!reward) return;
  await postReserved(reward);
  const outcome = await ask(reward);
  if (outcome?.state === 'done') return deliver(reward, outcome);
  if (outcome?.state === 'failed') return giveBack(reward, outcome.why);
  const wait = Math.min(PAUSE.most, PAUSE.first * 2 ** Math.min(10, reward.attempts - 1));
  const until = new Date(Date.now() + wait);
  await RewardModel.updateOne({ _id: reward._id, token: reward.token }, { $set: { until, token: null } });
}

/** Asks again about orders without an answer, and continues what a crash interrupted. */
export async function rescueOrdered(): Promise<void> {
  const found = await RewardModel.find(
    { status: { $in: ['ordered', 'failed'] }, until: { $lt: new Date() } },
    { _id: 1 },
  )
    .sort({ until: 1 })
    .limit(50)
    .lean();
  for (const { _id } of found) await submitReward(String(_id));
}

async function lease(id: string): Promise<StoredReward | null> {
  const now = Date.now();
  return RewardModel.findOneAndUpdate(
    { _id: id, status: { $in: ['ordered', 'failed'] }, until: { $lte: new Date(now) } },
    { $set: { token: newUuid(), until: new Date(now + LEASE) }, $inc: { attempts: 1 } },
    { returnDocument: 'after' },
  ).lean<StoredReward>();
}

/** Null where the partner does not answer. */
async function ask({
  _id,
  status,
  productId,
  amount,
  name,
  email,
  refusal,
}: StoredReward): Promise<CardOutcome | null> {
  if (status === 'failed') return { state: 'failed', why: refusal ?? '' };
  const externalId = `${EXTERNAL_ID}${_id}`;
  try {
    const outcome = await giftCards().order({ externalId, productId, amount, name, email: email ?? null });
    // A refusal may be of this attempt only: an earlier one, whose answer got lost, may have been taken.
    return outcome.state === 'failed' ? ((await giftCards().find(externalId)) ?? outcome) : outcome;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    platform().log.warn({ err: error, reward: String(_id) }, 'a gift card could not be ordered yet');
    return null;
  }
}

async function deliver(reward: StoredReward, outcome: CardOutcome & { state: 'done' }): Promise<void> {
  const { _id, eventId, amount, productName, name } = reward;
  await postFor(reward, 'done', move('spent', 'rewards', amount));
  const { rewardId, link } = outcome;
  const mailLookAt = reward.email ? nextMailLook(0) : null;
  await RewardModel.updateOne(
    { _id, status: 'ordered' },
    { $set: { status: 'delivered', rewardId, link, mailLookAt } },
  );
  const note = `${name} chose ${productName}, for ${money(amount)}.`;
  await tellNews({ eventId: String(eventId), type: 'reward', key: String(_id), facts: { note } });
  tellPool(String(eventId));
}

/** The money is in the pool again, where somebody can take it, or on its way back to those who gave it. */
async function giveBack(reward: StoredReward, why: string): Promise<void> {
  const { _id, eventId, amount, recipientId, name } = reward;
  // Decided for good before the money moves.
  await RewardModel.updateOne({ _id, status: 'ordered' }, { $set: { status: 'failed', refusal: why.slice(0, 300) } });
  await enter(String(eventId), () => [{ key: `returned:${_id}`, amount, recipient: recipientId }]);
  await postFor(reward, 'returned', move('pool', 'rewards', amount));
  await RewardModel.updateOne({ _id, status: 'failed' }, { $set: { status: 'returned' } });
  platform().log.error({ reward: String(_id), why }, 'a gift card was refused; its money is back in the pool');
  const note = `A gift card for ${name} didn’t work out. The ${money(amount)} are back in the pool.`;
  await tellNews({ eventId: String(eventId), type: 'reward', key: `${_id}:returned`, facts: { note } });
  tellPool(String(eventId));
}

async function postReserved(reward: StoredReward): Promise<void> {
  await postFor(reward, 'ordered', move('rewards', 'pool', reward.amount));
}

async function postFor({ _id, eventId }: StoredReward, step: string, entries: ReturnType<typeof move>): Promise<void> {
  const key = `reward-${step}:${_id}`;
  await post({ key, eventId: String(eventId), paymentId: `reward:${_id}`, currency: 'USD', entries });
}
