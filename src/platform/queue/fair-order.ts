import type mongoose from 'mongoose';
import { isDuplicateKey } from '../errors.ts';
import { wantIndexes } from '../migrations/wanted-indexes.ts';

const HOUR = 3_600_000;

/** How far ahead of the clock a rank may lie: past this, one group is no longer told from another. */
export const RANK_LEAD_MS = 12 * HOUR;
/** Work that a group may ask for before its newest jobs wait for those of others. */
const BURST_MS = 120_000;
/** Jobs up to so many seconds are of one size. */
const SIZES = [5, 10, 20, 40, 80, 160, 320, Number.POSITIVE_INFINITY];

/** How much one group has asked for, as times: when all of it up to a size would be done if the group had a worker to itself. */
export interface GroupClock {
  /** The type of its jobs, a slash, the group. */
  _id: string;
  /** One for each of `SIZES`. */
  finish: Date[];
  /** The same for the parts of the group that jobs named, such as the events of an owner. */
  parts?: Record<string, Date[]>;
  /** The group is forgotten when its time has passed. */
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
  /** From when the job may be taken. */
  from: Date;
  newestFirst?: Date | undefined;
}

/**
 * The rank of a new job: workers take the lowest first. Each group has a clock for each size of job. A job moves the clocks of
 * its own and of all larger sizes on by its cost, from now if the group was idle, and gets the latest time that its own size
 * has in its groups. So groups alternate by what they have asked for, and short jobs come before long ones, also within a
 * group. With `newestFirst` the newest job is first, unless its group has asked for more than two minutes of work.
 * One atomic update a group; a crash in between only costs that group its turn.
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
      // Two processes began the group at once; the second try finds it there.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
