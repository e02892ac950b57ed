import { Types } from 'mongoose';
import { ContributionModel, type StoredContribution } from './contribution.model.ts';
import { givePoolBack } from './give-back-pool.ts';
import { poolOf } from './pool-account.ts';
import { RewardModel, type StoredReward } from './reward.model.ts';

/** Nothing is asked any more about a mail whose address is gone. */
const NO_MAIL = { bounce: null, mailLookAt: null };

/** What was given and taken with an address, oldest first. */
export async function exportPresents(email: string): Promise<object[]> {
  const own = { email: email.toLowerCase() };
  const [given, taken] = await Promise.all([
    ContributionModel.find(own).sort({ _id: 1 }).lean<StoredContribution[]>(),
    RewardModel.find(own).sort({ _id: 1 }).lean<StoredReward[]>(),
  ]);
  return [
    ...given.map(({ kind, amount, fee, quantity, name, message, status, createdAt }) => ({
      gave: kind,
      amountCents: amount,
      feeCents: fee,
      quantity,
      name,
      message,
      status,
      createdAt,
    })),
    ...taken.map(({ productName, amount, name, status, createdAt }) => ({
      took: productName,
      amountCents: amount,
      name,
      status,
      createdAt,
    })),
  ];
}

/** Forgets an address; the payments themselves stay, as the law requires. Not while a gift card is being sent there. */
export async function forgetGiver(email: string): Promise<void> {
  const own = { email: email.toLowerCase() };
  await ContributionModel.updateMany(own, { $set: { email: null, message: null } });
  await RewardModel.updateMany(
    { ...own, status: { $in: ['delivered', 'returned'] } },
    { $set: { email: null, ...NO_MAIL } },
  );
}

/** Of a purged event only its payments stay; what was in its pool goes back. */
export async function purgePresents(eventId: string): Promise<void> {
  const { balance } = await poolOf(eventId);
  if (balance > 0) await givePoolBack(eventId, 'deleted');
  const of = { eventId: new Types.ObjectId(eventId) };
  await ContributionModel.updateMany(of, { $set: { message: null } });
  await RewardModel.updateMany(
    { ...of, status: { $in: ['delivered', 'returned'] } },
    { $set: { email: null, link: null, ...NO_MAIL } },
  );
}
