import { type IndexSpec, nameOf } from './wanted-indexes.ts';

export type NamedIndex = IndexSpec & { name: string };

/** What has to be done in a collection, in this order. */
export interface IndexPlan {
  /** TTL indexes of which only the time is another. */
  retime: { name: string; expireAfterSeconds: number }[];
  /** Under names that are free. */
  build: NamedIndex[];
  /** Ours, and not needed once the new ones are there. */
  drop: NamedIndex[];
  /** Names of those that are there as wanted, under their own name. */
  kept: string[];
}

/**
 * Compares by what indexes do; a name alone is no difference. An index is ours where we have recorded its name, or where it
 * has the name of a wanted one; any other index stays.
 * @param present without that of `_id`
 * @param recorded names of indexes that we have built before
 */
export function compareIndexes(
  wanted: readonly IndexSpec[],
  present: readonly NamedIndex[],
  recorded: ReadonlySet<string>,
): IndexPlan {
  const plan: IndexPlan = { retime: [], build: [], drop: [], kept: [] };
  const names = new Set(present.map(({ name }) => name));
  const matched = new Set<NamedIndex>();
  for (const spec of wanted) {
    const same = present.find((index) => doesSame(spec, index));
    if (!same) {
      const name = freeName(nameOf(spec), names);
      names.add(name);
      plan.build.push({ ...spec, name });
      continue;
    }
    matched.add(same);
    if (same.name === nameOf(spec)) plan.kept.push(same.name);
    const { expireAfterSeconds } = spec;
    if (expireAfterSeconds !== undefined && expireAfterSeconds !== same.expireAfterSeconds) {
      plan.retime.push({ name: same.name, expireAfterSeconds });
    }
  }
  const own = new Set([...recorded, ...wanted.map(nameOf)]);
  plan.drop = present.filter((index) => !matched.has(index) && own.has(index.name));
  return plan;
}

/** Whether both have the same keys and options. The time of a TTL index may be changed, but not removed. */
function doesSame(spec: IndexSpec, index: IndexSpec): boolean {
  if (spec.expireAfterSeconds === undefined && index.expireAfterSeconds !== undefined) return false;
  return effectOf(spec) === effectOf(index);
}

function effectOf({ key, unique = false, sparse = false, partialFilterExpression = {} }: IndexSpec): string {
  return JSON.stringify([Object.entries(key), unique, sparse, partialFilterExpression]);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2, free = name; ; n++) {
    if (!taken.has(free)) return free;
    free = `${name}_${n}`;
  }
}
