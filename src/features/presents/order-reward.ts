import { Types } from 'mongoose';
import type { CardProduct } from '../../integrations/tremendous.ts';
import { AppError } from '../../platform/errors.ts';
import { tooMany } from '../../platform/http/rate-limits.ts';
import { platform } from '../../platform/platform.ts';
import type { Reward } from '../../shared/contracts/rewards.ts';
import { money } from '../../shared/format.ts';
import { PRESENTS } from '../../shared/limits.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { enter, entryOf, poolOf } from './pool-account.ts';
import { shareOf } from './pool-shares.ts';
import { toRewardDto } from './reward.dto.ts';
import { RewardModel, type StoredReward } from './reward.model.ts';
import { productsIn } from './reward-products.service.ts';
import { submitReward } from './submit-reward.ts';
import { requireUnwrapped } from './unwrapped.ts';

const DAY = 24 * 3600_000;

export interface RewardWish {
  productId: string;
  recipientId: string;
  amount?: number | undefined;
  email?: string | undefined;
  country: string;
}

/**
 * Takes a recipient's share, or part of it, from the pool and orders a gift card for it. What the partner refuses goes
 * back into the pool at once; what it has not answered stays `ordered` and is asked for again.
 * WRONG_STATE, FIELDS_REFUSED, LIMIT_REACHED, TOO_MANY_REQUESTS, PROVIDER_DOWN.
 */
export async function orderReward(event: EventRecord, wish: RewardWish): Promise<Reward> {
  requireUnwrapped(event);
  const person = event.recipients.find(({ id }) => id === wish.recipientId);
  if (!person) throw refused('recipientId', 'Choose who it is for.');
  const product = (await productsIn(wish.country)).find(({ id }) => id === wish.productId);
  if (!product) throw refused('productId', 'This isn’t offered there. Choose something else.');
  const left = shareOf((await poolOf(event.id)).entries, idsOf(event), person.id);
  const amount = wish.amount ?? left;
  checkAmount(amount, left, product);
  await checkDay(event.id);
  const reward = await RewardModel.create({
    eventId: event.id,
    recipientId: person.id,
    name: person.firstName,
    productId: product.id,
    productName: product.name,
    amount,
    email: wish.email ?? null,
  });
  const stored = reward.toObject();
  if (!(await reserve(event, stored))) {
    throw new AppError('WRONG_STATE', { message: 'Somebody else has just taken part of it. Please look again.' });
  }
  await submitReward(String(stored._id));
  const now = await RewardModel.findById(stored._id).lean<StoredReward>();
  return toRewardDto(now ?? stored);
}

/** Takes the money from the pool; false, and the reward is gone, if it is not there any more. Idempotent. */
async function reserve(event: EventRecord, { _id, recipientId, amount }: StoredReward): Promise<boolean> {
  const key = `reward:${_id}`;
  const account = await enter(event.id, ({ entries, closedAt }) =>
    closedAt === null && shareOf(entries, idsOf(event), recipientId) >= amount
      ? [{ key, amount: -amount, recipient: recipientId }]
      : [],
  );
  if (!entryOf(account, key)) {
    await RewardModel.deleteOne({ _id, status: 'offered' });
    return false;
  }
  await RewardModel.updateOne({ _id, status: 'offered' }, { $set: { status: 'ordered' } });
  return true;
}

/**
 * Continues what a crash interrupted before the order: money that was taken is ordered for, other wishes are void, even
 * for a process that is only slow.
 */
export async function rescueOffered(): Promise<void> {
  const before = new Date(Date.now() - 60_000);
  const found = await RewardModel.find({ status: 'offered', until: { $lt: before }, createdAt: { $lt: before } }).lean<
    StoredReward[]
  >();
  for (const { _id, eventId, recipientId } of found) {
    const key = `reward:${_id}`;
    const account = await enter(String(eventId), () => [{ key, amount: 0, recipient: recipientId }]);
    const isTaken = (entryOf(account, key)?.amount ?? 0) < 0;
    if (isTaken) await RewardModel.updateOne({ _id, status: 'offered' }, { $set: { status: 'ordered' } });
    else await RewardModel.deleteOne({ _id, status: 'offered' });
  }
}

function checkAmount(amount: number, left: number, { min, max, name }: CardProduct): void {
  if (left === 0) throw new AppError('WRONG_STATE', { message: 'There’s nothing left to take.' });
  if (amount > left) throw refused('amount', `At most ${money(left)}, please: that’s what is there for you.`);
  if (amount < min || amount > max) {
    throw refused('amount', `${name} goes from ${money(min)} to ${money(max)}. Take less, or choose something else.`);
  }
}

async function checkDay(eventId: string): Promise<void> {
  const since = Types.ObjectId.createFromTime(Math.floor((Date.now() - DAY) / 1000));
  const today = await RewardModel.countDocuments({ eventId, _id: { $gt: since } });
  if (today < PRESENTS.perDay.rewardsPerEvent) return;
  platform().log.warn({ eventId, today }, 'many rewards were ordered in a day');
  throw tooMany(DAY / 1000, 'That was a lot for one day. Please go on tomorrow.');
}

export function idsOf({ recipients }: Pick<EventRecord, 'recipients'>): string[] {
  return recipients.map(({ id }) => id);
}

function refused(field: string, message: string): AppError {
  return new AppError('FIELDS_REFUSED', { message, fields: { [field]: message } });
}
