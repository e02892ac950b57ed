import type mongoose from 'mongoose';
import { isDuplicateKey } from '../errors.ts';
import { wantIndexes } from '../migrations/wanted-indexes.ts';

const HOUR = 3_600_000;

/** Maximum lead of a rank over the clock; groups beyond it are no longer ordered by demand. */
export const RANK_LEAD_MS = 12 * HOUR;
/** Work that a group can enqueue before its newest jobs lose priority. */
const BURST_MS = 120_000;
/** Size classes of jobs, by seconds of work. */
const SIZES = [5, 10, 20, 40, 80, 160, 320, Number.POSITIVE_INFINITY];

/** Virtual clocks of a group: for each size, when its work up to that size would be done on a worker of its own. */
export interface GroupClock {
  /** `TYPE/GROUP`. */
  _id: string;
  /** One for each of `SIZES`. */
  finish: Date[];
  /** The same for the parts of the group that jobs name, such as the events of an owner. */
  parts?: Record<string, Date[]>;
  /** Set so that an idle group is deleted. */
  expireAt: Date;
}

export type GroupClocks = mongoose.mongo.Collection<GroupClock>;

wantIndexes('job_groups', [{ key: { expireAt: 1 }, expireAfterSeconds: 0 }]);

export interface Turn {
  type: string;
  /** `whole/part` stands for both, and costs one command. */
  groups: readonly string[];
  /** Expected seconds of work. */
  cost: number;
  /** Earliest start. */
  from: Date;
  newestFirst?: Date | undefined;
}

/**
 * Rank of a new job: lowest first. A job advances its groups' virtual clocks, of its size class and all larger ones, by
 * its cost; the latest of them is its rank. See decision 17.
 */
export async function rankOf(clocks: GroupClocks, { type, groups, cost, from, newestFirst }: Turn): Promise<Date> {
  let rank = from;
  for (const group of groups) {
    for (const finish of await advance(clocks, { type, group, cost, from })) if (finish > rank) rank = finish;
  }
  if (!newestFirst) return rank;
  const lead = rank.getTime() - from.getTime();
  return new Date(Math.max(0, lead - BURST_MS) - newestFirst.getTime());
}

interface Step extends Pick<Turn, 'type' | 'cost' | 'from'> {
  group: string;
}

/** Moves the clock of a group on, and that of the part that it names; answers what both say. */
async function advance(clocks: GroupClocks, { type, group, cost, from }: Step): Promise<Date[]> {
  const [whole, part] = group.split('/');
  const size = SIZES.findIndex((most) => cost <= most);
  const costMs = Math.max(0, Math.round(cost * 1000));
  const latest = new Date(Date.now() + RANK_LEAD_MS);
  const moved = (clock: string) =>
    SIZES.map((_, at) => {
      const time = { $max: [{ $arrayElemAt: [clock, at] }, from] };
      return at < size ? time : { $min: [{ $add: [time, costMs] }, latest] };
    });
  const clockSet = { finish: moved('$finish'), ...(part && { [`parts.${part}`]: moved(`$parts.${part}`) }) };
  for (;;) {
    try {
      const clock = await clocks.findOneAndUpdate(
        { _id: `${type}/${whole}` },
        [{ $set: clockSet }, { $set: { expireAt: { $arrayElemAt: ['$finish', SIZES.length - 1] } } }],
        { upsert: true, returnDocument: 'after' },
      );
      return [clock?.finish, part ? clock?.parts?.[part] : undefined].map((finish) => finish?.[size] ?? from);
    } catch (error) {
      // Another process created the group concurrently; retry finds it.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
