import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import type { Contribution, Pool } from '../../shared/contracts/contributions.ts';
import type { PoolGift } from '../../shared/contracts/rewards.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { ContributionModel, type StoredContribution } from './contribution.model.ts';
import { whyClosed } from './give-back-pool.ts';
import { idsOf } from './order-reward.ts';
import { poolOf, setOpen } from './pool-account.ts';
import { type PoolEntry, shareOf, totalOf } from './pool-shares.ts';
import { toRewardDto } from './reward.dto.ts';
import { RewardModel, type StoredReward } from './reward.model.ts';
import { requireUnwrapped } from './unwrapped.ts';

/** Who gave what, for an event's makers. */
export async function viewPool({ id }: Pick<EventRecord, 'id'>): Promise<Pool> {
  const [pool, given] = await Promise.all([poolOf(id), paidOf(id)]);
  const { balance, entries, isOpen, closedAt } = pool;
  return {
    eventId: id,
    isOpen: isOpen && closedAt === null,
    closedWhy: whyClosed(pool),
    total: totalOf(entries),
    available: balance,
    currency: 'USD',
    trees: treesOf(given),
    contributions: given.map(toDto),
  };
}

/** Opens or closes a pool. WRONG_STATE for one that went back, which stays closed. */
export async function openOrClosePool(event: EventRecord, isOpen: boolean): Promise<Pool> {
  if ((await poolOf(event.id)).closedAt !== null) {
    throw new AppError('WRONG_STATE', { message: 'What was in this pool went back. It stays closed.' });
  }
  await setOpen(event.id, isOpen);
  return viewPool(event);
}

/** The pool as its recipient sees it. WRONG_STATE before the gift is unwrapped. */
export async function viewGift(event: EventRecord): Promise<PoolGift> {
  requireUnwrapped(event);
  const [{ entries }, given, rewards] = await Promise.all([poolOf(event.id), paidOf(event.id), rewardsOf(event.id)]);
  const inPool = given.filter(({ _id, kind }) => kind === 'pool' && isIn(entries, String(_id)));
  return {
    eventId: event.id,
    total: totalOf(entries),
    currency: 'USD',
    people: inPool.length,
    from: inPool.map(({ name, message, anonymous }) => ({ name: anonymous ? null : name, message: message ?? null })),
    shares: event.recipients.map(({ id, firstName }) => ({
      recipientId: id,
      name: firstName,
      available: shareOf(entries, idsOf(event), id),
    })),
    rewards: rewards.map(toRewardDto),
    trees: treesOf(given),
  };
}

/** Whether there is something to see on the recipient’s page. */
export async function hasPoolGift(event: EventRecord): Promise<boolean> {
  return event.openedAt !== null && (await holdsGift(event.id));
}

/** Whether anything was paid for it, opened or not. */
export async function holdsGift(eventId: string): Promise<boolean> {
  return (await ContributionModel.exists({ eventId: new Types.ObjectId(eventId), status: 'paid' })) !== null;
}

function isIn(entries: readonly PoolEntry[], id: string): boolean {
  return totalOf(entries.filter(({ contribution }) => contribution === id)) > 0;
}

async function paidOf(eventId: string): Promise<StoredContribution[]> {
  return ContributionModel.find({ eventId: new Types.ObjectId(eventId), status: 'paid' })
    .sort({ _id: -1 })
    .lean<StoredContribution[]>();
}

async function rewardsOf(eventId: string): Promise<StoredReward[]> {
  return RewardModel.find({ eventId: new Types.ObjectId(eventId) })
    .sort({ _id: -1 })
    .limit(100)
    .lean<StoredReward[]>();
}

function treesOf(given: readonly StoredContribution[]): number {
  return given.filter(({ kind }) => kind === 'tree').reduce((sum, { quantity }) => sum + quantity, 0);
}

function toDto(stored: StoredContribution): Contribution {
  const { _id, eventId, kind, amount, fee, quantity, name, message, anonymous, status, createdAt } = stored;
  return {
    id: String(_id),
    eventId: String(eventId),
    kind,
    amount,
    fee,
    quantity,
    name,
    message: message ?? null,
    anonymous,
    status,
    createdAt: createdAt.toISOString(),
  };
}
