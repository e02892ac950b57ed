import { Types } from 'mongoose';
import type { Migration } from '../../platform/migrations/migration.ts';
import { setTrees } from '../events/event-trees.service.ts';
import { ContributionModel } from './contribution.model.ts';

const PAID = { status: 'paid' as const, kind: 'tree' as const };
const SUM = { trees: { $sum: '$quantity' } };

/** Keeps the number of trees at their event, after one was paid or given back. Idempotent. */
export async function countTrees(eventId: string): Promise<void> {
  for (let before = -1; ; ) {
    const [found] = await ContributionModel.aggregate<{ trees: number }>([
      { $match: { eventId: new Types.ObjectId(eventId), ...PAID } },
      { $group: { _id: null, ...SUM } },
    ]);
    const trees = found?.trees ?? 0;
    // Another process may have counted fewer meanwhile: repeat until it is stable.
    if (trees === before) return;
    await setTrees(eventId, trees);
    before = trees;
  }
}

/** Events did not have the number of their trees. */
export const countEarlierTrees: Migration = {
  number: 91,
  name: 'count the trees of events',
  async run({ db, signal }) {
    const counted = db
      .collection('contributions')
      .aggregate<{ _id: Types.ObjectId; trees: number }>([{ $match: PAID }, { $group: { _id: '$eventId', ...SUM } }]);
    for await (const { _id, trees } of counted) {
      signal.throwIfAborted();
      await db.collection('events').updateOne({ _id }, { $set: { trees } });
    }
  },
};
