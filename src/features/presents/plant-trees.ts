import { Types } from 'mongoose';
import { platform } from '../../platform/platform.ts';
import type { SettledOrder } from '../orders/domain-events.ts';
import { tellPool } from './book-contribution.service.ts';
import { ContributionModel, type StoredContribution } from './contribution.model.ts';
import { countTrees } from './count-trees.ts';
import { presentJobs } from './job-types.ts';
import { treePlanting } from './presents.parts.ts';

/** After which trees that were paid for are ordered again, in milliseconds: attempts of the job end before. */
const PATIENCE = 3_600_000;

/** Does `present.plant`: orders the trees of a contribution. The partner takes the same order once. */
export async function plant({ contributionId }: { contributionId: string }): Promise<void> {
  const found = await ContributionModel.findOne({
    _id: contributionId,
    kind: 'tree',
    plantedAt: null,
  }).lean<StoredContribution>();
  if (found?.status !== 'paid') return;
  const { treeUrl } = await treePlanting().plant({
    key: `trees-${contributionId}`,
    quantity: found.quantity,
    // Their page is public.
    name: 'A VidDay',
  });
  await ContributionModel.updateOne({ _id: found._id, plantedAt: null }, { $set: { plantedAt: new Date(), treeUrl } });
  tellPool(String(found.eventId));
}

/** Trees in a cart are the creator's. Idempotent. */
export async function plantFromOrder({ order, paymentId, paidAt }: SettledOrder): Promise<void> {
  const line = order.lines.find(({ id }) => id === 'tree');
  if (!line) return;
  const trees = {
    eventId: new Types.ObjectId(order.eventId),
    kind: 'tree' as const,
    amount: line.amount,
    fee: 0,
    quantity: line.quantity,
    name: 'The organiser',
    anonymous: false,
    status: 'paid' as const,
    paidAt,
    settledAt: paidAt,
  };
  const stored = await ContributionModel.findOneAndUpdate(
    { paymentId: `order:${paymentId}` },
    { $setOnInsert: trees },
    { upsert: true, returnDocument: 'after', setDefaultsOnInsert: false },
  ).lean<StoredContribution>();
  await countTrees(order.eventId);
  await enqueue(String(stored?._id));
}

/** Orders trees again whose job has given up. */
export async function rescueTrees(): Promise<void> {
  const before = new Date(Date.now() - PATIENCE);
  const found = await ContributionModel.find({ kind: 'tree', status: 'paid', plantedAt: null }, { paidAt: 1 })
    .limit(100)
    .lean<StoredContribution[]>();
  for (const { _id, paidAt } of found) if (paidAt && paidAt < before) await enqueue(String(_id));
}

async function enqueue(contributionId: string): Promise<void> {
  await platform().queue.enqueue(presentJobs.plant, { contributionId }, { uniqueKey: `plant:${contributionId}` });
}
