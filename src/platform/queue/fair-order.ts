import type mongoose from 'mongoose';
import { isDuplicateKey } from '../errors.ts';

const HOUR = 3_600_000;

/** How far ahead of the clock a rank may lie: past this, one group is no longer told from another. */
export const RANK_LEAD_MS = 12 * HOUR;

/** How much one group has asked for, as a time: when all of it would be done if the group had a worker to itself. */
export interface GroupClock {
  _id: string;
  finish: Date;
  /** The group is forgotten when its time has passed. */
  expireAt: Date;
}

export type GroupClocks = mongoose.mongo.Collection<GroupClock>;

/**
 * The rank of a new job: workers take the lowest first. Each group's clock moves on by the cost, from now if the group was
 * idle; the job gets the latest of its groups' clocks. So groups alternate by what they have asked for, and short jobs come
 * before long ones. One atomic update a group; a crash in between only costs that group its turn.
 * @param cost seconds
 */
export async function rankOf(clocks: GroupClocks, groups: readonly string[], cost: number, from: Date): Promise<Date> {
  let rank = from;
  for (const group of groups) {
    const finish = await advance(clocks, group, Math.max(0, Math.round(cost * 1000)), from);
    if (finish > rank) rank = finish;
  }
  return rank;
}

async function advance(clocks: GroupClocks, group: string, costMs: number, from: Date): Promise<Date> {
  const latest = new Date(Date.now() + RANK_LEAD_MS);
  const finish = { $min: [{ $add: [{ $max: ['$finish', from] }, costMs] }, latest] };
  for (;;) {
    try {
      const clock = await clocks.findOneAndUpdate(
        { _id: group },
        [{ $set: { finish } }, { $set: { expireAt: '$finish' } }],
        { upsert: true, returnDocument: 'after' },
      );
      return clock?.finish ?? from;
    } catch (error) {
      // Two processes began the group at once; the second try finds it there.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
